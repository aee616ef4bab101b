import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDiskSetupDraftStore } from '#adapters/disk/setup-draft-store-disk.ts';
import type { SetupDraftStore } from '#ports/setup-draft-store.ts';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'holdall-shelf-')), 'setup');
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

const open = (): SetupDraftStore => createDiskSetupDraftStore(folder);
const modeOf = async (name: string): Promise<number> => (await stat(join(folder, name))).mode & 0o777;

test('the draft survives a restart, readable by its owner alone', async () => {
  expect(open().readDraft()).toBeUndefined();
  expect(open().listImages()).toEqual([]);
  open().writeDraft({ title: 'Northlight' });
  open().writeImage('logo', Buffer.from([1, 2, 255]));
  expect(open().readDraft()).toEqual({ title: 'Northlight' });
  expect(open().listImages()).toEqual(['logo']);
  expect(open().readImage('logo')).toEqual(Buffer.from([1, 2, 255]));
  expect(await modeOf('.')).toBe(0o700);
  open().code();
  for (const name of await readdir(folder)) expect([name, await modeOf(name)]).toEqual([name, 0o600]);
});

test('the code has 136 random bits, and stays the same until the store is cleared', async () => {
  const code = open().code();
  expect(code).toMatch(/^([A-Z2-7]{4}-){6}[A-Z2-7]{4}$/);
  expect(open().code()).toBe(code);
  expect((await readFile(join(folder, 'code'), 'utf8')).trim()).toBe(code);
  open().clear();
  expect(open().code()).not.toBe(code);
});

test('a damaged draft counts as none, and a cleared store is empty', async () => {
  open().writeDraft({ step: 1 });
  await writeFile(join(folder, 'draft.json'), '{"step":');
  expect(open().readDraft()).toBeUndefined();
  open().writeImage('avatar', Buffer.from('x'));
  open().removeImage('avatar');
  open().removeImage('avatar');
  expect(open().readImage('avatar')).toBeUndefined();
  open().clear();
  expect(await readdir(join(folder, '..'))).toEqual([]);
  open().clear();
});
