import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockFolder } from '#adapters/disk/folder-lock.ts';
import { openStorage } from '#compose/storage.ts';
import { storeBytes } from '#ports/blob-store.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { createUploadClient } from '#testing/upload-client.ts';
import { largeContent } from '#testing/large-content.ts';

const day = 24 * 60 * 60 * 1000;

const large = Buffer.from(largeContent('a file'));

let server: TestApp;
let origin: string;
let folder: string;
beforeEach(async () => {
  server = await createTestApp();
  const { db, storage } = server.parts;
  // Every server does this at its start; on PostgreSQL the disk is its own from then on.
  await db.transaction().execute(storage.takeDisk);
  origin = await server.listen();
  await createUploadClient(origin, await server.signIn()).put('a.txt', large);
  folder = await mkdtemp(join(tmpdir(), 'holdall-storage-'));
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const mark = 'holdall-installation';
const openIn = async (dataDir: string): Promise<readonly string[]> => {
  const warnings: string[] = [];
  const storage = await openStorage(
    { ...server.parts, dataDir, operator: undefined, allowedPrivateHosts: [] },
    (sentence) => warnings.push(sentence),
  );
  storage.close();
  return warnings;
};

it('a server does not start on an empty store while blobs are on record', async () => {
  const refused = await openIn(folder).catch((error: unknown) => String(error));
  expect(refused).toContain(
    'The data directory is empty, and there are files on record. Is its disk mounted',
  );
  expect(await readdir(join(folder, 'blobs'))).toEqual([]);
  // The instruction of the error message, for a lost marker.
  const name = /write (\w+) into the file blobs\/holdall-installation/.exec(String(refused))?.[1] ?? '';
  await writeFile(join(folder, 'blobs', mark), name);
  expect(await openIn(folder)).toEqual([]);
  expect(await openIn(server.dataDir)).toEqual([]);
});

/** Keys of all blobs that are stored. */
const stored = async (): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of server.blobs.list()) keys.push(key);
  return keys;
};

it('a server whose store gets another owner while it runs removes nothing there, and accepts no files', async () => {
  const { blobs, storeId } = server;
  const { db, storage } = server.parts;
  const store = await storage.openLocation({ kind: 'disk' });
  const own = (await store.owner()) ?? '';
  await db.updateTable('blobs').set({ unreferenced_at: 1 }).execute();
  await db.deleteFrom('items').execute();
  const key = await storeBytes(blobs, Buffer.from('a picture'));
  await db
    .insertInto('images')
    .values({ id: '0'.repeat(32), store_id: storeId, key, spans: '{}', created_at: 0, removed_at: 1 })
    .execute();
  server.clock.advance(2 * day);
  await store.setOwner('the restored one');
  const { trash, images } = server.services;
  const sweep = async (): Promise<void> => {
    for (const each of [trash, images]) await each.sweep();
  };
  await sweep();
  expect(await stored()).toHaveLength(2);
  expect(await db.selectFrom('blobs').select('id').execute()).toHaveLength(1);
  const again = createUploadClient(origin, await server.signIn());
  const send = async () => (await again.binary({ name: 'b.txt' }, large)).status;
  expect(await send()).toBe(503);
  // A server refreshes every two seconds.
  await storage.stores.refresh();
  expect(await send()).toBe(503);
  await store.setOwner(own);
  await sweep();
  expect(await stored()).toEqual([]);
  await storage.stores.refresh();
  expect(await send()).toBe(201);
});

it('one program migrates at a time, also beside a command of an earlier version', async () => {
  const { storage } = server.parts;
  const migrate = (): Promise<object | undefined> => storage.asOnlyMigration(async () => ({ ran: true }));
  for (const name of ['migration.lock', 'move.lock']) {
    const release = lockFolder(join(server.dataDir, name));
    expect(release).toBeDefined();
    expect(await migrate()).toBeUndefined();
    release?.();
    expect(await migrate()).toEqual({ ran: true });
  }
});

it('a former lock that cannot be used stops one migration, and not those after it', async () => {
  const { storage } = server.parts;
  const former = join(server.dataDir, 'move.lock');
  await mkdir(former);
  await expect(storage.asOnlyMigration(async () => ({}))).rejects.toThrow();
  await rm(former, { recursive: true });
  expect(await storage.asOnlyMigration(async () => ({ ran: true }))).toEqual({ ran: true });
});

it('no lock under its former name is created', async () => {
  await server.parts.storage.asOnlyMigration(async () => ({}));
  const names = await readdir(server.dataDir);
  expect(names).toContain('migration.lock');
  expect(names).not.toContain('move.lock');
});
