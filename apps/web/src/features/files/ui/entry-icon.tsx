import { FileIcon } from '#shared/ui/file-icon.tsx';
import { FolderIcon } from '#shared/ui/folder-icon.tsx';
import { isFolder, type Entry } from '../entry.ts';

interface EntryIconProps {
  readonly entry: Entry;
  /** The width of a folder in pixels; a file is drawn to match. */
  readonly width: number;
}

const fileShare = 24 / 34;

export const EntryIcon = ({ entry, width }: EntryIconProps) => {
  const { name, color, emoji, category } = entry.attributes;
  return isFolder(entry) ? (
    <FolderIcon color={color} emoji={emoji} width={width} />
  ) : (
    <FileIcon name={name} category={category} width={Math.round(width * fileShare)} />
  );
};
