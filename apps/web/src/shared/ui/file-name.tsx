import './file-name.css';
import { honestName, splitName } from '#shared/lib/split-name.ts';

interface FileNameProps {
  readonly name: string;
  /** Folders have no extension to keep. */
  readonly isFolder?: boolean;
}

/**
 * A name in one line, cut in its middle where there is no room, so that the extension stays visible. It is drawn in
 * two pieces: what it belongs to carries the whole name as its label.
 */
export const FileName = ({ name, isFolder = false }: FileNameProps) => {
  const shown = honestName(name);
  const [head, tail] = isFolder ? [shown, ''] : splitName(shown);
  return (
    <span className="file-name">
      <bdi>{head}</bdi>
      {tail && <bdi>{tail}</bdi>}
    </span>
  );
};
