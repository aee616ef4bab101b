import './file-name.css';
import type { ReactNode } from 'react';
import { shownPieces } from '#shared/lib/split-name.ts';

interface FileNameProps {
  readonly name: string;
  /** Folders have no extension to keep. */
  readonly isFolder?: boolean;
  /** Draws the name in two pieces, each of which begins `at` its place in it; what it belongs to bears the whole name. */
  readonly draw?: (piece: string, at: number) => ReactNode;
}

/**
 * A name in one line, cut in its middle where there is no room, so that its end and the extension stay visible. The
 * whole name is there in one piece, to be found, selected and read aloud.
 */
export const FileName = ({ name, isFolder = false, draw }: FileNameProps) => {
  const [head, tail] = shownPieces(name, isFolder);
  if (draw)
    return (
      <span className="file-name-pieces">
        <bdi>{draw(head, 0)}</bdi>
        {tail && <bdi>{draw(tail, head.length)}</bdi>}
      </span>
    );
  return (
    <span className="file-name">
      <bdi>{head + tail}</bdi>
      {tail && (
        <span className="file-name-cut" aria-hidden="true">
          <span data-head={head} data-tail={tail} />
        </span>
      )}
    </span>
  );
};
