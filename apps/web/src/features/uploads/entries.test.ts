// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { takeEntries } from './entries.ts';
import { sourcesOf, walkFolders } from './sources.ts';
import type { UploadSource } from './upload-entry.ts';

type Tree = { readonly [name: string]: string | Tree | Error };

const batchSize = 100;

/**
 * Returns a folder as a browser provides it: children in batches of a hundred, each answer in a later task. Reading
 * fails from the child number `ends` on.
 */
const directory = (
  name: string,
  tree: Tree,
  { above = '', ends = Infinity }: { readonly above?: string; readonly ends?: number } = {},
): FileSystemDirectoryEntry => {
  const fullPath = `${above}/${name}`;
  const children = Object.entries(tree).map(([child, content]) =>
    typeof content === 'object' && !(content instanceof Error)
      ? directory(child, content, { above: fullPath })
      : {
          isFile: true,
          isDirectory: false,
          name: child,
          fullPath: `${fullPath}/${child}`,
          file(onFile: (file: File) => void, onError: (error: Error) => void) {
            if (content instanceof Error) queueMicrotask(() => onError(content));
            else queueMicrotask(() => onFile(new File([content], child)));
          },
        },
  );
  return {
    isFile: false,
    isDirectory: true,
    name,
    fullPath,
    createReader() {
      let position = 0;
      return {
        readEntries(onEntries: (entries: FileSystemEntry[]) => void, onError: (error: Error) => void) {
          if (position >= ends) {
            queueMicrotask(() => onError(new DOMException('Moved away', 'NotFoundError')));
            return;
          }
          const batch = children.slice(position, position + batchSize);
          position += batchSize;
          queueMicrotask(() => onEntries(batch as unknown as FileSystemEntry[]));
        },
      };
    },
  } as unknown as FileSystemDirectoryEntry;
};

const walk = async (...folders: FileSystemDirectoryEntry[]): Promise<UploadSource[]> => {
  const found: UploadSource[] = [];
  for await (const sources of walkFolders(folders)) found.push(...sources);
  return found;
};

const words = (sources: readonly UploadSource[]): string[] =>
  sources.map(({ kind, path }) => `${kind} ${path}`);

test('an unreadable folder is reported, along with the entries that were read', async () => {
  const tree = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`${at}.txt`, 'a']));
  expect(words(await walk(directory('Locked', {}, { ends: 0 })))).toEqual(['unreadable Locked']);
  const found = words(await walk(directory('Half', tree, { ends: batchSize })));
  expect(found).toHaveLength(batchSize + 1);
  expect(found.at(-1)).toBe('unreadable Half');
});

test('nested folders keep their paths; empty folders and empty files are found', async () => {
  const found = await walk(
    directory('Trip', { 'a.txt': 'a', empty: {}, day: { 'b.txt': '', deeper: { 'c.txt': 'c', none: {} } } }),
  );
  expect(words(found).toSorted()).toEqual([
    'file Trip/a.txt',
    'file Trip/day/b.txt',
    'file Trip/day/deeper/c.txt',
    'folder Trip/day/deeper/none',
    'folder Trip/empty',
  ]);
});

test('an empty folder dropped by itself is found', async () => {
  expect(words(await walk(directory('Nothing', {})))).toEqual(['folder Nothing']);
});

test('a folder with more children than a batch is read to its end', async () => {
  const tree = Object.fromEntries(Array.from({ length: 1234 }, (_, index) => [`f${index}.txt`, '']));
  const found = await walk(directory('Many', tree));
  expect(found).toHaveLength(1234);
  expect(new Set(words(found)).size).toBe(1234);
});

test('the walk yields before everything is read, so that uploading can begin', async () => {
  const tree = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}.txt`, '']));
  const { value } = await walkFolders([directory('Many', tree)]).next();
  expect(value).toHaveLength(batchSize);
});

test('names with odd characters and system files are accepted unchanged', async () => {
  const names = [
    '#1.txt',
    '100%.txt',
    'why?.txt',
    '🎉.png',
    '  leading.txt',
    '.DS_Store',
    'Thumbs.db',
    'a&b=c+d.txt',
  ];
  const found = await walk(directory('Odd #%?', Object.fromEntries(names.map((name) => [name, 'x']))));
  expect(words(found).toSorted()).toEqual(names.map((name) => `file Odd #%?/${name}`).toSorted());
});

test('an unreadable entry is reported and the others are taken', async () => {
  const found = await walk(directory('Mixed', { 'secret.txt': new Error('denied'), 'open.txt': 'x' }));
  expect(words(found)).toEqual(['file Mixed/open.txt', 'unreadable Mixed/secret.txt']);
});

test('a dropped folder is walked in natural order, whatever the order on disk', async () => {
  const late = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`page ${120 - index}.png`, '']));
  const found = await walk(directory('Book', { 'Part 10': { x: '' }, 'part 9': { x: '' }, ...late }));
  const pages = Array.from({ length: 120 }, (_, index) => `file Book/page ${index + 1}.png`);
  expect(words(found)).toEqual([...pages, 'file Book/part 9/x', 'file Book/Part 10/x']);
});

test('a chosen folder is sent in natural order, single files in the order in which they were chosen', () => {
  const inFolder = (path: string): File => {
    const file = new File([''], path.slice(path.lastIndexOf('/') + 1));
    Object.defineProperty(file, 'webkitRelativePath', { value: path });
    return file;
  };
  const paths = ['Book/part 10/x', 'Book/page 10.png', 'Book/Page 9.png', 'Book/part 9/x'];
  expect(words(sourcesOf(paths.map(inFolder)))).toEqual([
    'file Book/Page 9.png',
    'file Book/page 10.png',
    'file Book/part 9/x',
    'file Book/part 10/x',
  ]);
  expect(words(sourcesOf([new File([''], 'b'), new File([''], 'a')]))).toEqual(['file b', 'file a']);
});

test('two folders are walked in the order in which they were dropped', async () => {
  const found = await walk(directory('A', { x: '1' }), directory('B', { y: '2' }));
  expect(words(found)).toEqual(['file A/x', 'file B/y']);
});

test('a drop is split into files and folders', () => {
  const dropped = new File(['x'], 'x.txt');
  const folder = directory('Trip', {});
  const item = (entry: unknown, file: File | null) => ({
    kind: 'file',
    webkitGetAsEntry: () => entry,
    getAsFile: () => file,
  });
  const items = [
    item({ isDirectory: false }, dropped),
    item(folder, null),
    { kind: 'string' },
    item(null, dropped),
  ];
  const taken = takeEntries({ items, files: [] } as unknown as DataTransfer);
  expect(taken.files).toEqual([dropped, dropped]);
  expect(taken.folders).toEqual([folder]);
});

test('files of a chosen folder keep their relative paths', () => {
  const inFolder = new File([''], 'a.txt');
  Object.defineProperty(inFolder, 'webkitRelativePath', { value: 'Trip/a.txt' });
  expect(words(sourcesOf([inFolder, new File([''], ' b#.txt')]))).toEqual([
    'file  b#.txt',
    'file Trip/a.txt',
  ]);
});
