import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolders, makeFoldersSync } from '#lib/make-folders.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdall-folders-'));
});
afterEach(() => rm(folder, { recursive: true }));

const ways: [string, (path: string) => Promise<unknown>][] = [
  ['at once', async (path) => makeFoldersSync(path)],
  ['in the background', makeFolders],
];

test.each(ways)('missing folders are created %s, private to the user', async (_how, make) => {
  const path = join(folder, 'a', 'b', 'c');
  await make(path);
  await make(path);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
});

test('concurrent calls may create the same folders, and each is reported by one of them', async () => {
  const path = join(folder, 'a', 'b', 'c');
  const made = await Promise.all(Array.from({ length: 20 }, () => makeFolders(path)));
  expect(made.flat().toSorted()).toEqual([join(folder, 'a'), join(folder, 'a', 'b'), path]);
});

test.each(ways)('a dangling link is refused %s', async (_how, make) => {
  await symlink(join(folder, 'nowhere'), join(folder, 'link'));
  await expect(make(join(folder, 'link'))).rejects.toThrow(/ENOENT|EEXIST|no folder/);
});

test.each(ways)('a file in place of a folder is refused %s', async (_how, make) => {
  await writeFile(join(folder, 'file'), '');
  await expect(make(join(folder, 'file'))).rejects.toThrow('EEXIST');
  await expect(make(join(folder, 'file', 'inside'))).rejects.toThrow('ENOTDIR');
});

test.each(ways)('a file system without folders is refused %s', async (_how, make) => {
  // Without /proc, the folder is a part of a file instead.
  const parent = existsSync('/proc/self') ? '/proc' : '/dev/null';
  await expect(make(join(parent, 'holdall', 'inside'))).rejects.toThrow(
    /no folder can be made in \/proc$|ENOTDIR/,
  );
});
