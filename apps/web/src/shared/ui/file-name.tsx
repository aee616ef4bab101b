import './file-name.css';
import type { ReactNode } from 'react';
import { shownPieces } from '#shared/lib/split-name.ts';

interface FileNameProps {
  readonly name: string;
  /** Folders have no extension to keep. */
  readonly isFolder?: boolean;
  /** Draws a piece of the name, which begins `at` that place in it; without it, plainly. */
  readonly draw?: (piece: string, at: number) => ReactNode;
}

/**
 * A name in one line, cut in its middle where there is no room, so that the extension stays visible. It is drawn in
 * two pieces: what it belongs to carries the whole name as its label.
 */
export const FileName = ({ name, isFolder = false, draw = (piece) => piece }: FileNameProps) => {
  const [head, tail] = shownPieces(name, isFolder);
  return (
    <span className="file-name">
      <bdi>{draw(head, 0)}</bdi>
      {tail && <bdi>{draw(tail, head.length)}</bdi>}
    </span>
  );
};
