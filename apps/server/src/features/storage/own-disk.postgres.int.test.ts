import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryBlobStore } from '#adapters/blob-memory.ts';
import { openInstalledStorage, openStorage, type StorageOptions } from '#compose/storage.ts';
import { databaseTime } from '#db/database-time.ts';
import { normaliseKey } from '#ports/blob-store.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { unreachableBucket } from '#testing/unreachable-bucket.ts';
import { createUploadClient } from '#testing/upload-client.ts';
import { migrateBlobs } from './migrate-blobs.task.ts';
import { StoreUnavailableError } from './storage.errors.ts';
import { openStores } from './stores.service.ts';
import type { StoreLocation } from './storage.types.ts';
import { largeContent } from '#testing/large-content.ts';

const disk = { kind: 'disk' } as const;

let server: TestApp;
let folder: string;
beforeEach(async () => {
  server = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'holdall-disk-'));
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** The options of a server with a data directory of its own. */
const elsewhere = (): StorageOptions => ({
  db: server.database.db,
  sealer: server.parts.sealer,
  dataDir: folder,
  node: 'elsewhere',
  operator: undefined,
  allowedPrivateHosts: [],
});
const put = async (text = largeContent('a file')): Promise<void> => {
  const client = createUploadClient(await server.listen(), await server.signIn());
  await client.put('a.txt', Buffer.from(text));
};
const ownedBy = (node: string | null) =>
  server.database.db.updateTable('stores').set({ node_id: node }).where('kind', '=', 'disk').execute();
const diskOf = async (): Promise<string | null> =>
  (
    await server.database.db
      .selectFrom('stores')
      .select('node_id')
      .where('kind', '=', 'disk')
      .executeTakeFirstOrThrow()
  ).node_id;
const choose = (to: StoreLocation, node: string) =>
  server.database.db
    .transaction()
    .execute((trx) => server.parts.storage.choose(trx, { to, node, keepKeys: true }));

/** Records a heartbeat of a server. */
const runs = async (id: string): Promise<void> => {
  const { db } = server.database;
  const now = databaseTime(db);
  const row = { run: 'a', folder_identity: 'b', version: '1', storage: '', key_check: '', clock_ahead: 0 };
  await db
    .insertInto('nodes')
    .values({ ...row, id, host: 'other.example.com', started_at: now, seen_at: now })
    .execute();
};

describe('files on a disk', () => {
  it('belong to one server: others do not confuse its disk with their own', async () => {
    await put();
    await ownedBy('test');
    const other = await openInstalledStorage(elsewhere());
    const { store_id: id } = await server.database.db
      .selectFrom('blobs')
      .select('store_id')
      .executeTakeFirstOrThrow();
    await expect(other.stores.get(id).list()[Symbol.asyncIterator]().next()).rejects.toThrow(
      /on the disk of another server: its node-id is test/,
    );
  });

  it('that are small are on none, and any server starts and reads them', async () => {
    await put('small');
    await ownedBy('test');
    const other = await openStorage(elsewhere(), () => undefined);
    const { store_id: id, key } = await server.database.db
      .selectFrom('blobs')
      .select(['store_id', 'key'])
      .executeTakeFirstOrThrow();
    const pieces: string[] = [];
    for await (const piece of await other.stores.get(id).read(normaliseKey(key)))
      pieces.push(piece.toString());
    expect([id, ...pieces]).toEqual([null, 'small']);
  });

  it('that are small let a server start where only their thumbnails were on a disk, as after a restore', async () => {
    await put('small');
    await ownedBy(null);
    const { db } = server.database;
    const { id: blobId } = await db.selectFrom('blobs').select('id').executeTakeFirstOrThrow();
    const key = normaliseKey('1'.repeat(32));
    const thumbnail = {
      state: 'ready',
      key,
      spans: '{}',
      width: 1,
      height: 1,
      error: null,
      updated_at: 0,
    } as const;
    await db
      .insertInto('thumbnails')
      .values({ ...thumbnail, blob_id: blobId, store_id: server.storeId })
      .execute();
    const other = await openStorage(elsewhere(), () => undefined);
    expect(other.stores.rows()).toMatchObject([{ kind: 'disk', state: 'active' }]);
  });

  it('prevent a server with another data directory from starting, and from moving them', async () => {
    await ownedBy('test');
    // Nothing is stored yet, so any server may start.
    await openStorage(elsewhere(), () => undefined);
    await put();
    await expect(openStorage(elsewhere(), () => undefined)).rejects.toThrow(/disk of another server/);
    await expect(choose({ kind: 's3', bucket: unreachableBucket }, 'elsewhere')).rejects.toThrow(
      StoreUnavailableError,
    );
    expect(await server.parts.storage.stores.location()).toEqual(disk);
    await choose({ kind: 's3', bucket: unreachableBucket }, 'test');
    expect(await server.parts.storage.stores.location()).toMatchObject({ kind: 's3' });
  });

  it('that were left on a former server’s disk keep others from starting only while it runs', async () => {
    await put();
    await ownedBy('test');
    const { db } = server.database;
    await choose({ kind: 's3', bucket: unreachableBucket }, 'test');
    const warnings: string[] = [];
    const opened = await openStorage(elsewhere(), (sentence) => warnings.push(sentence));
    expect(warnings).toEqual([expect.stringMatching(/node-id is test\).*--source-gone/)]);
    // They are neither forgotten nor read from elsewhere, and the disk stays on record until they are moved.
    const { store_id: id } = await db.selectFrom('blobs').select('store_id').executeTakeFirstOrThrow();
    await expect(opened.stores.get(id).list()[Symbol.asyncIterator]().next()).rejects.toThrow(
      StoreUnavailableError,
    );
    expect(opened.stores.rows().map(({ kind, state }) => `${kind} ${state}`)).toContain('disk draining');
    await runs('test');
    await expect(openStorage(elsewhere(), () => undefined)).rejects.toThrow(/disk of another server/);
  });

  it('are given up by --source-gone on another server, but not while theirs runs', async () => {
    const client = createUploadClient(await server.listen(), await server.signIn());
    const contents = { copied: largeContent('copied'), lost: `${largeContent('lost')}!` };
    for (const name of ['copied', 'lost'] as const) await client.put(name, Buffer.from(contents[name]));
    await ownedBy('test');
    const { db } = server.database;
    const { storage, sealer, clock } = server.parts;
    const to = { kind: 's3', bucket: unreachableBucket } as const;
    await choose(to, 'test');
    const name = await storage.ownership.name();
    const bucket = {
      ...createMemoryBlobStore(),
      owner: async () => name,
      setOwner: async () => undefined,
    };
    const [copied] = await db
      .selectFrom('blobs')
      .select(['id', 'key'])
      .where('size', '=', contents.copied.length)
      .execute();
    const key = normaliseKey(copied?.key ?? '');
    const writer = await bucket.stage(key, 0);
    await writer.write(Buffer.from(contents.copied));
    await writer.flush();
    await bucket.publish(key, contents.copied.length);
    const open = async () => bucket;
    const stores = await openStores({ db, sealer, node: 'elsewhere', operator: undefined, open });
    const giveUp = (isRunning: boolean) =>
      migrateBlobs(
        {
          to,
          removeSource: false,
          sourceGone: true,
          onProgress: () => undefined,
          onWait: () => undefined,
        },
        {
          ...storage,
          db,
          clock,
          stores,
          node: 'elsewhere',
          openLocation: open,
          tryDisk: async () => undefined,
          tryObjectStorage: async () => ({ works: true }),
          others: async () => [],
          isNodeRunning: async () => isRunning,
        },
      );
    await expect(giveUp(true)).rejects.toThrow(
      'The disk of another server (node-id test) is not gone: that server runs.',
    );
    expect(await giveUp(false)).toMatchObject({ moved: 1, damaged: [{ file: 'lost', reason: 'absent' }] });
    // The lost file keeps the disk on record, and no server from starting.
    const warnings: string[] = [];
    await openStorage(elsewhere(), (sentence) => warnings.push(sentence));
    expect(warnings).toEqual([expect.stringContaining('--source-gone')]);
  });

  it('belong to the server that has them, if none is recorded', async () => {
    await put();
    await ownedBy(null);
    await expect(openStorage(elsewhere(), () => undefined)).rejects.toThrow(
      /none of them is in this data directory/,
    );
    await server.database.db.transaction().execute((trx) => server.parts.storage.takeDisk(trx));
    expect(await diskOf()).toBe('test');
  });

  it('cannot be chosen while another server is running', async () => {
    const cookie = await server.signIn();
    await choose({ kind: 's3', bucket: unreachableBucket }, 'test');
    await runs('other');
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/admin/settings/test/storage',
      headers: { cookie },
      payload: { storage_driver: 'disk' },
    });
    expect([answer.statusCode, answer.body]).toEqual([
      422,
      expect.stringContaining('Several servers are running') as string,
    ]);
  });
});
