import { compareNaturally } from '#shared/lib/natural-order.ts';
import { handleOfFolder } from './entries.ts';
import { recordOrigin } from './file-origins.ts';
import { folderOf, nameOf, type UploadSource } from './upload-entry.ts';

/** The number of files that are read in parallel. */
const readTogether = 100;

/**
 * Returns the sources of an `<input type="file">`. Single files keep the order in which they were chosen; files of a
 * chosen folder have paths and are sorted naturally, since browsers list them in disk order.
 */
export const sourcesOf = (files: Iterable<File>): UploadSource[] => {
  const sources = Array.from(files, (file): UploadSource => {
    return { kind: 'file', file, path: file.webkitRelativePath || file.name };
  });
  const folders = Map.groupBy(sources, ({ path }) => folderOf(path));
  return [...folders]
    .toSorted(([a], [b]) => compareNaturally(a, b))
    .flatMap(([folder, inside]) =>
      folder === '' ? inside : inside.toSorted((a, b) => compareNaturally(nameOf(a.path), nameOf(b.path))),
    );
};

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
    if (handle !== undefined) recordOrigin(file, handle, path.split('/').slice(1));
    return { kind: 'file', file, path };
  } catch {
    return { kind: 'unreadable', path };
  }
};

/** Returns the readable entries of a folder, in natural order. */
const childrenOf = async (
  folder: FileSystemDirectoryEntry,
): Promise<{ readonly children: readonly FileSystemEntry[]; readonly isWhole: boolean }> => {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  let isWhole = true;
  try {
    // A reader answers in batches (Chromium: 100) until one is empty.
    for (let batch = await nextEntries(reader); batch.length > 0; batch = await nextEntries(reader))
      children.push(...batch);
  } catch {
    isWhole = false;
  }
  return { children: children.toSorted((a, b) => compareNaturally(a.name, b.name)), isWhole };
};

/**
 * Walks dropped folders and yields their contents, a hundred files at a time, so that uploading begins before the last
 * one is read and the page never freezes. Empty folders are yielded as such; others are created from the paths
 * of their files.
 */
export async function* walkFolders(
  folders: readonly FileSystemDirectoryEntry[],
): AsyncGenerator<readonly UploadSource[], void> {
  const stack = folders.toReversed().map((folder) => ({ folder, root: folder }));
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { folder, root } = next;
    const { children, isWhole } = await childrenOf(folder);
    const files = children.filter((entry) => entry.isFile);
    const inner = children.filter((entry) => entry.isDirectory) as FileSystemDirectoryEntry[];
    for (let at = 0; at < files.length; at += readTogether)
      yield await Promise.all(
        files.slice(at, at + readTogether).map((entry) => readFile(entry as FileSystemFileEntry, root)),
      );
    if (!isWhole) yield [{ kind: 'unreadable', path: childPath(folder) }];
    else if (children.length === 0) yield [{ kind: 'folder', path: childPath(folder) }];
    stack.push(...inner.toReversed().map((below) => ({ folder: below, root })));
  }
}
