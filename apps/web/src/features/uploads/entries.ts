import { handleOf, recordOrigin } from './file-origins.ts';

/** The entries of a drop or a paste. They are read during its event, since the browser empties it afterwards. */
export interface DroppedEntries {
  readonly files: readonly File[];
  readonly folders: readonly FileSystemDirectoryEntry[];
}

const folderHandles = new WeakMap<FileSystemEntry, Promise<FileSystemHandle | undefined>>();

/** Returns the handle of a dropped folder, through which its files can be read again after a reload. */
export const handleOfFolder = (folder: FileSystemEntry): Promise<FileSystemHandle | undefined> | undefined =>
  folderHandles.get(folder);

/** Takes files and folders from a drop or a paste. Must run before its event handler returns. */
export function takeEntries(transfer: Pick<DataTransfer, 'items' | 'files'>): DroppedEntries {
  const files: File[] = [];
  const folders: FileSystemDirectoryEntry[] = [];
  const items = [...transfer.items].filter((item) => item.kind === 'file');
  if (items.length === 0) return { files: [...transfer.files], folders };
  for (const item of items) {
    const handle = handleOf(item);
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    if (entry?.isDirectory === true) {
      folders.push(entry as FileSystemDirectoryEntry);
      folderHandles.set(entry, handle);
    } else if (file !== null) {
      files.push(file);
      recordOrigin(file, handle);
    }
  }
  return { files, folders };
}
