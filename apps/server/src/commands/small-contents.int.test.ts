import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Item } from '@holdall/contract/files';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { openDatabase } from '#db/open-database.ts';
import { createKeyPair, nameOf } from '#testing/backup-commands.ts';
import { createTestApp, type TestApp, testEmail } from '#testing/create-test-app.ts';
import { largeContent } from '#testing/large-content.ts';
import {
  answerOf,
  blobFiles,
  examine,
  nothingWrong,
  type Place,
  shaOf,
  useMaintenance,
} from '#testing/maintenance-commands.ts';
import { openTestDatabase, testDialect } from '#testing/test-database.ts';
import { createUploadClient, type UploadClient } from '#testing/upload-client.ts';
import { leaveUnreachableBucket } from '#testing/unreachable-bucket.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const { newPlace, pathOf, serve } = useMaintenance();

const clientOf = async (server: TestApp): Promise<UploadClient> =>
  createUploadClient(await server.listen(), await server.signIn());

let place: TestApp;
let ada: UploadClient;
let root: string;
beforeEach(async () => {
  root = pathOf('backups');
  place = await createTestApp();
  ada = await clientOf(place);
});
afterEach(() => place.close());

/** Opens the database that commands use in a place, for some work. */
const inDatabaseOf = async <T>({ dataDir, database }: Place, work: (db: Db) => Promise<T>): Promise<T> => {
  const { choice } = database;
  const { db } = openTestDatabase(
    choice.kind === 'sqlite' ? { kind: 'sqlite', path: join(dataDir, 'holdall.sqlite') } : choice,
  );
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
};
/** Returns the texts that are in a database, by the names of their files. */
const smallTexts = async (db: Db): Promise<Record<string, string>> => {
  const rows = await db
    .selectFrom('items')
    .innerJoin('blobs', 'blobs.id', 'items.blob_id')
    .innerJoin('blob_bytes', 'blob_bytes.key', 'blobs.key')
    .select(['items.name', 'bytes'])
    .where('store_id', 'is', null)
    .execute();
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()]));
};
const keyOf = async (name: string): Promise<string> => {
  const { key } = await place.parts.db
    .selectFrom('items')
    .innerJoin('blobs', 'blobs.id', 'items.blob_id')
    .select('blobs.key')
    .where('items.name', '=', name)
    .executeTakeFirstOrThrow();
  return key;
};
/** Puts other bytes in the place of a small file's; undefined: takes them away. */
const damage = async (name: string, text: string | undefined): Promise<void> => {
  const { db } = place.parts;
  const key = await keyOf(name);
  if (text === undefined) await db.deleteFrom('blob_bytes').where('key', '=', key).execute();
  else
    await db
      .updateTable('blob_bytes')
      .set({ bytes: Buffer.from(text) })
      .where('key', '=', key)
      .execute();
};
const marked = async (): Promise<string[]> => {
  const { db } = place.parts;
  const rows = await db.selectFrom('items').select('name').where('damaged_at', 'is not', null).execute();
  return rows.map(({ name }) => name).toSorted();
};
const statusOf = async ({ data: { id } }: Item): Promise<number> =>
  (await ada.get(`/api/files/${id}/content`)).status;

const texts = { a: 'bytes of a', b: 'bytes of b', empty: '' };
const uploadAll = async (): Promise<void> => {
  for (const [name, text] of Object.entries(texts)) await ada.put(name, Buffer.from(text));
  await ada.put('large', Buffer.from(largeContent('large')));
};

describe.each([{ kind: 'plain' }, { kind: 'encrypted' }])('a backup that is $kind', ({ kind }) => {
  let making: readonly string[];
  let opening: readonly string[];
  let pool: string;
  beforeEach(async () => {
    await mkdir(dirname(root), { recursive: true });
    const keys = await createKeyPair(await newPlace('elsewhere'), dirname(root));
    making = kind === 'plain' ? ['--copy'] : ['--recipient', keys.recipient];
    opening = kind === 'plain' ? [] : ['--identity', keys.file];
    pool = kind === 'plain' ? root : join(root, 'encrypted', keys.recipient);
  });
  const backUp = () => answerOf(place, 'backup', root, ...making);
  const restoreInto = async (name: string) => {
    const to = await newPlace(name);
    return { to, ...(await answerOf(to, 'restore', root, ...opening)) };
  };

  test('has small files beside all others, and a restore puts them back into the database', async () => {
    await uploadAll();
    expect(await backUp()).toMatchObject({ code: 0, value: { damaged: 0, added: { count: 4 } } });
    expect(await blobFiles(pool)).toHaveLength(4);
    expect(await backUp()).toMatchObject({ code: 0, value: { blobs: { count: 4 }, added: { count: 0 } } });
    expect(await answerOf(place, 'backup', '--verify', 'latest', root, ...opening)).toMatchObject({
      value: { sound: true },
    });
    const { to, ...said } = await restoreInto('other');
    expect(said).toMatchObject({ code: 0, value: { damaged: [], blobs: { count: 4 } } });
    expect(await inDatabaseOf(to, smallTexts)).toEqual(texts);
    expect(await blobFiles(to.dataDir)).toHaveLength(1);
    expect(await examine(to, '--read-data-subset', '100%')).toEqual(nothingWrong);
    const site = await serve(to);
    const items = await place.parts.db.selectFrom('items').select(['id', 'name']).execute();
    const sent = await Promise.all(
      items.map(async ({ id, name }) => [name, String(await site.download(id))]),
    );
    expect(Object.fromEntries(sent)).toEqual({ ...texts, large: largeContent('large') });
  });

  test('that lacks a small file, or has it altered, marks it as damaged when it is restored', async () => {
    await uploadAll();
    await backUp();
    const files = await blobFiles(pool);
    const pathFor = async (name: string): Promise<string> => {
      const key = await keyOf(name);
      return files.find((path) => path.endsWith(key)) ?? '';
    };
    await rm(await pathFor('a'));
    await writeFile(await pathFor('b'), 'eno');
    const { to, ...said } = await restoreInto('lacking');
    expect(said).toMatchObject({ code: 3, value: { blobs: { count: 2 } } });
    expect((said.value['damaged'] as { reason: string }[]).map(({ reason }) => reason).toSorted()).toEqual([
      'absent',
      'altered',
    ]);
    expect(await inDatabaseOf(to, smallTexts)).toEqual({ empty: '' });
    const damaged = await inDatabaseOf(to, (db) =>
      db.selectFrom('items').select('name').where('damaged_at', 'is not', null).orderBy('name').execute(),
    );
    expect(damaged).toEqual([{ name: 'a' }, { name: 'b' }]);
    expect((await examine(to)).summary).toEqual(['blobs 2']);
  });

  test('lacks a small file that is damaged in the database, and reports it', async () => {
    await uploadAll();
    await damage('a', 'BYTES OF A');
    await damage('b', undefined);
    expect(await backUp()).toMatchObject({ code: 3, value: { damaged: 2, blobs: { count: 2 } } });
    expect(await blobFiles(pool)).toHaveLength(2);
  });

  test('gives single damaged files back into the database', async () => {
    await uploadAll();
    await backUp();
    await damage('a', 'BYTES OF A');
    await damage('b', undefined);
    await damage('empty', 'more');
    expect((await examine(place, '--read-data-subset', '100%')).code).toBe(3);
    expect(await marked()).toEqual(['a', 'b', 'empty']);
    const byPath = await answerOf(place, 'restore', root, '--file', `${testEmail}:/a`, ...opening);
    expect(byPath).toMatchObject({ code: 0, value: { restored: 1 } });
    expect(await marked()).toEqual(['b', 'empty']);
    const rest = await answerOf(place, 'restore', root, '--damaged', ...opening);
    expect(rest).toEqual({ code: 0, value: { restored: 2, sound: 0, lacking: 0, encrypted: 0 } });
    expect([await marked(), await smallTexts(place.parts.db)]).toEqual([[], texts]);
    expect(await blobFiles(place.dataDir)).toHaveLength(1);
  });
});

test('the rows of a backup have no contents of small files', async () => {
  await ada.put('a', Buffer.from(texts.a));
  const folder = join(root, 'snapshots', nameOf(await answerOf(place, 'backup', root, '--copy')));
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    expect(entry.name).not.toContain('blob_bytes');
    expect((await readFile(join(entry.parentPath, entry.name))).includes(texts.a)).toBe(false);
  }
  // The installation itself keeps them.
  expect(await smallTexts(place.parts.db)).toEqual({ a: texts.a });
});

interface Manifest {
  migrations: string[];
  files: { name: string; size: number; sha256: string }[];
}

/** Makes a backup of it that a version made which knew no contents in the database. */
const makeOlder = async (folder: string): Promise<void> => {
  const last = '0036-small-contents';
  const path = join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest;
  manifest.migrations = manifest.migrations.filter((name) => name < last);
  if (testDialect() === 'sqlite') {
    const file = join(folder, 'database.sqlite');
    const db = openDatabase({ kind: 'sqlite', path: file });
    await sql`drop table blob_bytes`.execute(db);
    await sql`delete from kysely_migration where name >= ${last}`.execute(db);
    await db.destroy();
    const bytes = await readFile(file);
    manifest.files = manifest.files.map((each) =>
      each.name === 'database.sqlite' ? { ...each, size: bytes.length, sha256: shaOf(bytes) } : each,
    );
  }
  await writeFile(path, JSON.stringify(manifest));
  await rm(join(folder, 'manifest.hmac'));
};

test('a backup of an earlier version is restored, and its small files are in the store as they were', async () => {
  const before = await createTestApp({ smallContentLimit: -1 });
  try {
    await (await clientOf(before)).put('a', Buffer.from(texts.a));
    const name = nameOf(await answerOf(before, 'backup', root, '--copy'));
    await makeOlder(join(root, 'snapshots', name));
  } finally {
    await before.close();
  }
  const to = await newPlace('later');
  expect(await answerOf(to, 'restore', root)).toMatchObject({
    code: 0,
    value: { damaged: [], proof: 'none' },
  });
  expect(await examine(to, '--read-data-subset', '100%')).toEqual(nothingWrong);
  expect(await inDatabaseOf(to, smallTexts)).toEqual({});
  const [path = ''] = await blobFiles(to.dataDir);
  expect(await readFile(path, 'utf8')).toBe(texts.a);
  // The next bytes are small, too.
  const site = await serve(to);
  await site.upload('b', Buffer.from(texts.b));
  expect(await inDatabaseOf(to, smallTexts)).toEqual({ b: texts.b });
});

describe('the doctor', () => {
  test('finds each kind of damage in the database, marks it, and takes nothing away', async () => {
    const put = (name: string) => ada.put(name, Buffer.from(`file ${name}`));
    const harmed = [await put('altered'), await put('gone'), await put('short')];
    const sound = await put('sound');
    expect(await examine(place, '--read-data-subset', '100%')).toEqual(nothingWrong);
    await damage('altered', 'FILE altered');
    await damage('gone', undefined);
    await damage('short', 'f');
    const quick = await examine(place);
    expect(quick.summary).toEqual(['blobs 2', 'content 1']);
    expect(quick.faults[0]?.examples.toSorted()).toEqual([
      expect.stringMatching(/^1 bytes are there instead of 10 of “short” of ada@example\.com/),
      expect.stringMatching(/^The bytes are missing of “gone” of ada@example\.com/),
    ]);
    const found = await examine(place, '--read-data-subset', '100%', '--repair');
    expect([found.code, found.summary]).toEqual([3, ['blobs 2', 'content 2']]);
    expect(found.faults.map(({ repaired }) => repaired)).toEqual([0, 0]);
    expect(await marked()).toEqual(['altered', 'gone', 'short']);
    for (const file of harmed) expect(await statusOf(file)).toBe(410);
    expect(await statusOf(sound)).toBe(200);
    expect(await smallTexts(place.parts.db)).toEqual({
      altered: 'FILE altered',
      short: 'f',
      sound: 'file sound',
    });
  });

  test('marks what is missing in the database also while a former store does not answer', async () => {
    const { db, sealer } = place.parts;
    await ada.put('elsewhere', Buffer.from(largeContent('elsewhere')));
    await ada.put('gone', Buffer.from('gone'));
    const former = await leaveUnreachableBucket(db, sealer);
    await db.updateTable('blobs').set({ store_id: former }).where('store_id', 'is not', null).execute();
    for (const path of await blobFiles(place.dataDir)) await rm(path);
    await damage('gone', undefined);
    expect((await examine(place)).code).toBe(3);
    expect(await marked()).toEqual(['gone']);
  });

  test('takes bytes in a store for orphans that the database has', async () => {
    await ada.put('a', Buffer.from(texts.a));
    const key = await keyOf('a');
    const folder = join(place.dataDir, 'blobs', key.slice(0, 2), key.slice(2, 4));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, key), texts.a);
    // Only old bytes count as orphans while other servers may run.
    const longAgo = new Date(Date.now() - 3 * 86_400_000);
    await utimes(join(folder, key), longAgo, longAgo);
    expect((await examine(place)).summary).toContain('orphans 1');
    expect((await examine(place, '--repair')).faults).toMatchObject([{ check: 'orphans', repaired: 1 }]);
    expect(await blobFiles(place.dataDir)).toEqual([]);
    expect(await smallTexts(place.parts.db)).toEqual({ a: texts.a });
  });
});
