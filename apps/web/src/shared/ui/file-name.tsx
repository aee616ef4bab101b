import './file-name.css';
import { splitName } from '#shared/lib/split-name.ts';

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
  const [head, tail] = isFolder ? [name, ''] : splitName(name);
  return (
    <span className="file-name">
      <span>{head}</span>
      {tail && <span>{tail}</span>}
    </span>
  );
};
