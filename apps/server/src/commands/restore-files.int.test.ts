import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ItemRef } from '@holdall/contract/selections';
import { createTestApp, type TestApp, testEmail } from '#testing/create-test-app.ts';
import { createTreeClient, type TreeClient } from '#testing/tree-client.ts';
import { answerOf, commandIn, examine } from '#testing/maintenance-commands.ts';

vi.setConfig({ testTimeout: 120_000 });

let place: TestApp;
let ada: TreeClient;
let root: string;
beforeEach(async () => {
  // Contents in the database are restored by other tests.
  place = await createTestApp({ smallContentLimit: -1 });
  ada = await createTreeClient(place, testEmail);
  root = await mkdtemp(join(tmpdir(), 'holdall-backups-'));
});
afterEach(async () => {
  await place.close();
  await rm(root, { recursive: true });
});

/** Returns the path of a file's bytes, below a folder. */
const pathIn = async (folder: string, { id }: ItemRef): Promise<string> => {
  const { key } = await place.parts.db
    .selectFrom('items')
    .innerJoin('blobs', 'blobs.id', 'items.blob_id')
    .select('blobs.key')
    .where('items.id', '=', id)
    .executeTakeFirstOrThrow();
  return join(folder, 'blobs', key.slice(0, 2), key.slice(2, 4), key);
};
const textOf = async (file: ItemRef): Promise<string> => readFile(await pathIn(place.dataDir, file), 'utf8');
const marked = async (): Promise<number> =>
  (await place.parts.db.selectFrom('items').select('id').where('damaged_at', 'is not', null).execute())
    .length;

test('single files are restored by id, by path, or all damaged ones; others are left alone', async () => {
  const folder = await ada.folder('Letters');
  const one = await ada.upload('one.txt', 'one');
  await ada.move([one], folder);
  const two = await ada.upload('two.txt', 'two');
  const three = await ada.upload('three.txt', 'three');
  expect((await answerOf(place, 'backup', root, '--copy')).code).toBe(0);
  await writeFile(await pathIn(place.dataDir, one), 'onE');
  await rm(await pathIn(place.dataDir, two));
  await writeFile(await pathIn(place.dataDir, three), 'thr');
  expect((await examine(place, '--read-data-subset', '100%')).code).toBe(3);
  expect(await marked()).toBe(3);

  const byPath = await answerOf(place, 'restore', root, '--file', `${testEmail}:/Letters/one.txt`);
  expect(byPath).toEqual({ code: 0, value: { restored: 1, sound: 0, lacking: 0, encrypted: 0 } });
  expect([await textOf(one), await marked()]).toEqual(['one', 2]);
  expect(await answerOf(place, 'restore', root, '--file', two.id, '--file', one.id)).toEqual({
    code: 0,
    value: { restored: 1, sound: 1, lacking: 0, encrypted: 0 },
  });
  expect(await answerOf(place, 'restore', root, '--damaged')).toEqual({
    code: 0,
    value: { restored: 1, sound: 0, lacking: 0, encrypted: 0 },
  });
  expect([await textOf(two), await textOf(three), await marked()]).toEqual(['two', 'three', 0]);
  expect((await commandIn(place, 'doctor', '--read-data-subset', '100%')).output).not.toContain('“');
});

test('bytes that differ from the stored ones are never used, and files that no backup has are reported', async () => {
  const file = await ada.upload('a.txt', 'bytes');
  await answerOf(place, 'backup', root, '--copy');
  await writeFile(await pathIn(root, file), 'bytEs');
  await writeFile(await pathIn(place.dataDir, file), 'bYtes');
  const said = await commandIn(place, 'restore', root, '--file', file.id);
  expect(said).toMatchObject({
    code: 3,
    output: expect.stringContaining('has the bytes of 1 files') as string,
  });
  expect(await textOf(file)).toBe('bYtes');
  expect(await marked()).toBe(1);
});

test('a file whose store is gone is restored into the one of new files', async () => {
  const file = await ada.upload('a.txt', 'bytes');
  await answerOf(place, 'backup', root, '--copy');
  await rm(await pathIn(place.dataDir, file));
  const { db } = place.parts;
  const bucket = {
    endpoint: 'http://127.0.0.1:9',
    region: 'eu-1',
    bucket: 'gone',
    pathStyle: true,
    prefix: '',
  };
  const config = JSON.stringify({ ...bucket, accessKey: '', secretKey: '', trusted: true });
  const gone = { id: 'gone', kind: 's3', config, node_id: null, state: 'draining', created_at: 1 } as const;
  await db.insertInto('stores').values(gone).execute();
  await db.updateTable('blobs').set({ store_id: gone.id }).execute();
  expect(await answerOf(place, 'restore', root, '--file', file.id)).toEqual({
    code: 0,
    value: { restored: 1, sound: 0, lacking: 0, encrypted: 0 },
  });
  expect([await textOf(file), await marked()]).toEqual(['bytes', 0]);
  expect(await db.selectFrom('blobs').select('store_id').execute()).toEqual([{ store_id: place.storeId }]);
});

test('missing files and contradictory options are refused before anything is done', async () => {
  const file = await ada.upload('a.txt', 'bytes');
  expect(await commandIn(place, 'restore', root, '--file', file.id)).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no backup in') as string,
  });
  await answerOf(place, 'backup', root);
  for (const wrong of ['nobody', `${testEmail}:/b.txt`, 'nobody@example.com:/a.txt'])
    expect((await commandIn(place, 'restore', root, '--file', wrong)).output).toContain('There is no file');
  for (const words of [
    ['--file', file.id, '--damaged'],
    ['--damaged', '--backup', 'x'],
  ])
    expect((await commandIn(place, 'restore', root, ...words)).code).toBe(2);
});

test('a hard-linked backup verifies unread blobs, names damaged ones, and reports them by its exit code', async () => {
  const [good, bad] = [await ada.upload('good.txt', 'good'), await ada.upload('bad.txt', 'good too')];
  await writeFile(await pathIn(place.dataDir, bad), 'good tOo');
  const first = await commandIn(place, 'backup', root);
  expect(first.code).toBe(3);
  expect(first.output).toContain(`“bad.txt” of ${testEmail} is damaged.`);
  expect(await marked()).toBe(1);

  // One file with two names is damaged under both: a later backup that knows of the damage does not trust its own.
  await writeFile(await pathIn(place.dataDir, good), 'gooD');
  expect((await examine(place, '--read-data-subset', '100%')).code).toBe(3);
  const second = await answerOf(place, 'backup', root);
  expect(second).toMatchObject({ code: 3, value: { damaged: 2 } });

  const spare = join(root, 'spare');
  await writeFile(spare, 'good');
  await copyFile(spare, await pathIn(place.dataDir, good));
  expect(await answerOf(place, 'restore', root, '--damaged')).toMatchObject({
    code: 3,
    value: { sound: 1, lacking: 1 },
  });
});
