import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepNodeId, openNodeId } from '#adapters/disk/node-id.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdall-node-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a server keeps its name, and no two share one', async () => {
  const [here, there] = [join(folder, 'here'), join(folder, 'there')];
  const name = openNodeId(here);
  expect(name).toMatch(/^[0-9a-f]{16}$/);
  expect(openNodeId(here)).toBe(name);
  expect(openNodeId(there)).not.toBe(name);
  expect((await stat(here)).mode & 0o077).toBe(0);
});

test.each(['', 'a:b', '\0'.repeat(16)])('a damaged name (%j) is replaced', async (damaged) => {
  const path = join(folder, 'node-id');
  await writeFile(path, damaged);
  const name = openNodeId(path);
  expect(name).toMatch(/^[0-9a-f]{16}$/);
  expect(await readFile(path, 'utf8')).toBe(`${name}\n`);
});

test('a name is written atomically, without temporary files, over a read-only file', async () => {
  const path = join(folder, 'node-id');
  openNodeId(path);
  const before = await stat(path);
  keepNodeId(path, 'ab'.repeat(8));
  // Another file in its place: there is no moment at which half of a name can be read.
  expect((await stat(path)).ino).not.toBe(before.ino);
  expect([openNodeId(path), await readdir(folder)]).toEqual(['ab'.repeat(8), ['node-id']]);
});

test('an unreadable name is an error, not a missing name', async () => {
  const path = join(folder, 'node-id');
  await mkdir(path);
  expect(() => openNodeId(path)).toThrow(
    /node-id, which keeps this server's name, cannot be read \(EISDIR\)/,
  );
});
