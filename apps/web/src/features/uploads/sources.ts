import { handleOfFolder } from './entries.ts';
import { noteOrigin } from './file-origins.ts';
import type { UploadSource } from './upload-entry.ts';

/** Files of an `<input type="file">`; those of a chosen folder know where in it they were. */
export const sourcesOf = (files: Iterable<File>): UploadSource[] =>
  Array.from(files, (file) => ({ kind: 'file', file, path: file.webkitRelativePath || file.name }));

const childPath = (entry: FileSystemEntry): string => entry.fullPath.replace(/^\/+/, '');

const fileOf = (entry: FileSystemFileEntry): Promise<File> => {
  return new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });
};

const nextEntries = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> => {
  return new Promise((resolve, reject) => {
    reader.readEntries(resolve, reject);
  });
};

const readFile = async (entry: FileSystemEntry, root: FileSystemEntry): Promise<UploadSource> => {
  const path = childPath(entry);
  try {
    const file = await fileOf(entry as FileSystemFileEntry);
    const handle = handleOfFolder(root);
    if (handle !== undefined) noteOrigin(file, handle, path.split('/').slice(1));
    return { kind: 'file', file, path };
  } catch {
    return { kind: 'unreadable', path };
  }
};

/**
 * Walks dropped folders and yields what is in them, a few dozen at a time, so that uploading begins
 * before the last one is read and the page never freezes. An empty folder is yielded as such; folders
 * that hold something arise from the paths of what they hold.
 */
export async function* walkFolders(
  folders: readonly FileSystemDirectoryEntry[],
): AsyncGenerator<readonly UploadSource[], void> {
  const stack = folders.toReversed().map((folder) => ({ folder, root: folder }));
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { folder, root } = next;
    const reader = folder.createReader();
    const inner: FileSystemDirectoryEntry[] = [];
    let isEmpty = true;
    try {
      // A reader answers in batches (Chromium: 100) until one is empty.
      for (let batch = await nextEntries(reader); batch.length > 0; batch = await nextEntries(reader)) {
        isEmpty = false;
        const files = batch.filter((entry) => entry.isFile);
        for (const entry of batch) if (entry.isDirectory) inner.push(entry as FileSystemDirectoryEntry);
        if (files.length > 0) yield await Promise.all(files.map((entry) => readFile(entry, root)));
      }
      if (isEmpty) yield [{ kind: 'folder', path: childPath(folder) }];
    } catch {
      yield [{ kind: 'unreadable', path: childPath(folder) }];
    }
    stack.push(...inner.toReversed().map((below) => ({ folder: below, root })));
  }
}
