import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
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

test.each(ways)('folders that are missing are made %s, private to the user', async (_how, make) => {
  const path = join(folder, 'a', 'b', 'c');
  await make(path);
  await make(path);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
});

test.each(ways)('a file in the place of a folder is refused %s', async (_how, make) => {
  await writeFile(join(folder, 'file'), '');
  await expect(make(join(folder, 'file'))).rejects.toThrow('EEXIST');
  await expect(make(join(folder, 'file', 'inside'))).rejects.toThrow('ENOTDIR');
});

test.each(ways)('a file system that takes no folders is refused %s', async (_how, make) => {
  // Where there is no /proc the folder is a part of a file instead.
  const parent = existsSync('/proc/self') ? '/proc' : '/dev/null';
  await expect(make(join(parent, 'holdall', 'inside'))).rejects.toThrow(
    /no folder can be made in \/proc$|ENOTDIR/,
  );
});
