import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryBlobStore } from '#adapters/blob-memory.ts';
import {
  type BlobKey,
  type BlobStore,
  BlobStoreAwayError,
  normaliseKey,
  storeBytes,
} from '#ports/blob-store.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { unreachableBucket } from '#testing/unreachable-bucket.ts';
import { chunkName, createUploadClient, type UploadClient } from '#testing/upload-client.ts';
import { createStoreOwnership } from './store-ownership.ts';
import { createStoresMaintenance, trashedFor } from './stores-maintenance.ts';
import { openStores } from './stores.service.ts';
import { collectBlobs } from '../trash/collector.task.ts';
import { migrateBlobs, type MigrateBlobsDeps, type MigrateBlobsOptions } from './migrate-blobs.task.ts';
import type { StoreLocation, Stores } from './storage.types.ts';
import { retireStore } from './stores.repo.ts';

/** A store that can be turned off, and whose owner is in memory. */
const createTestStore = () => {
  const inner = createMemoryBlobStore();
  const state = { isAway: false, owner: undefined as string | undefined };
  const whileHere = <T>(work: () => T): T => {
    if (state.isAway) throw new BlobStoreAwayError('It is turned off.');
    return work();
  };
  const blobs: OwnedBlobStore = {
    ...inner,
    size: async (key) => whileHere(() => inner.size(key)),
    stagedSize: async (key, known) => whileHere(() => inner.stagedSize(key, known)),
    read: async (key, span) => whileHere(() => inner.read(key, span)),
    trash: async (key) => whileHere(() => inner.trash(key)),
    list: () => whileHere(() => inner.list()),
    listStaged: () => whileHere(() => inner.listStaged()),
    listTrash: () => whileHere(() => inner.listTrash()),
    owner: async () => whileHere(() => state.owner),
    setOwner: async (name) => {
      whileHere(() => {
        state.owner = name;
      });
    },
  };
  return { blobs, state };
};

const location = { kind: 's3', bucket: unreachableBucket } as const;
const alias = { kind: 's3', bucket: { ...unreachableBucket, endpoint: 'http://127.0.0.1:10' } } as const;

let server: TestApp;
let client: UploadClient;
let disk: ReturnType<typeof createTestStore>;
let bucket: ReturnType<typeof createTestStore>;
let stores: Stores;
beforeEach(async () => {
  [disk, bucket] = [createTestStore(), createTestStore()];
  server = await createTestApp({ blobs: disk.blobs, smallContentLimit: -1 });
  client = createUploadClient(await server.listen(), await server.signIn());
  const { db, sealer, node } = server.parts;
  stores = await openStores({ db, sealer, node, operator: undefined, open: openLocation });
  disk.state.owner = await server.parts.storage.ownership.name();
});
afterEach(() => server.close());

const openLocation = async ({ kind }: StoreLocation): Promise<OwnedBlobStore> =>
  (kind === 'disk' ? disk : bucket).blobs;
const ownership = () => createStoreOwnership(stores, server.parts.storage.ownership);
const migrate = (
  to: StoreLocation,
  options: Partial<MigrateBlobsOptions> = {},
  deps: Partial<MigrateBlobsDeps> = {},
) => {
  const ignore = (): void => undefined;
  const asked = { to, removeSource: false, sourceGone: false, onProgress: ignore, onWait: ignore };
  return migrateBlobs(
    { ...asked, ...options },
    {
      ...server.parts.storage,
      ...server.parts,
      stores,
      openLocation,
      tryDisk: async () => undefined,
      tryObjectStorage: async () => ({ works: true }),
      others: async () => [],
      isNodeRunning: async () => false,
      ...deps,
    },
  );
};
const chooseBucket = async (): Promise<void> => {
  const { db, storage, node } = server.parts;
  bucket.state.owner = await storage.ownership.name();
  await db.transaction().execute((trx) => storage.choose(trx, { to: location, node, keepKeys: true }));
  await stores.refresh();
};
const createMaintenance = () =>
  createStoresMaintenance({
    ...server.parts,
    stores,
    cleanable: () => ownership().cleanable(),
    ownerOf: (store) => server.parts.storage.ownership.look(store),
    asOnlyMigration: (work) => work(),
  });
const maintain = () => createMaintenance().sweep();
const rows = () => server.parts.db.selectFrom('blobs').select(['id', 'store_id', 'key']).execute();
const states = () => stores.rows().map(({ kind, state }) => `${kind} ${state}`);
const keysOf = async (entries: AsyncIterable<{ readonly key: string }>): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of entries) keys.push(key);
  return keys;
};
const keyOf = async () => normaliseKey((await rows())[0]?.key ?? '');

const storeBytesAs = async (store: BlobStore, key: BlobKey, text: string) => {
  const writer = await store.stage(key, 0);
  await writer.write(Buffer.from(text));
  await writer.flush();
  await writer.close();
  await store.publish(key, Buffer.byteLength(text));
};

describe('a former store that does not answer', () => {
  it('stops no cleanup in the active one, and no row stays for what it has', async () => {
    await client.put('a', Buffer.from('on the disk'));
    await chooseBucket();
    await server.parts.storage.stores.refresh();
    const { db, clock } = server.parts;
    const row = { size: 1, sha256: '', crc32: 0, created_at: 0, unreferenced_at: 1 };
    const [active] = await stores.inUse();
    const key = await storeBytes(bucket.blobs, Buffer.from('x'));
    await db
      .insertInto('blobs')
      .values({ ...row, id: 'b', key, store_id: active?.id ?? '' })
      .execute();
    await db.deleteFrom('items').execute();
    await db.updateTable('blobs').set({ unreferenced_at: 1 }).execute();
    disk.state.isAway = true;
    expect((await ownership().cleanable()).blockedReason).toBeUndefined();
    await collectBlobs({
      db,
      clock,
      cleanable: () => ownership().cleanable(),
      isShortOfSpace: async () => false,
      blobDependants: [],
    });
    expect([await rows(), await keysOf(bucket.blobs.list())]).toEqual([[], []]);
    disk.state.isAway = false;
    expect(await keysOf(disk.blobs.list())).toHaveLength(1);
  });

  it('is read from the active one where that has the bytes', async () => {
    await client.put('a', Buffer.from('a file'));
    const key = await keyOf();
    const [row] = await rows();
    await chooseBucket();
    disk.state.isAway = true;
    const read = async (): Promise<string> => {
      const pieces: string[] = [];
      for await (const piece of await stores.get(row?.store_id ?? '').read(key))
        pieces.push(piece.toString());
      return pieces.join('');
    };
    // A failure is no absence.
    await expect(read()).rejects.toThrow('turned off');
    await storeBytesAs(bucket.blobs, key, 'a file');
    expect(await read()).toBe('a file');
  });

  it('is left by --source-gone where its files were copied, and thumbnails are made again', async () => {
    await client.put('a', Buffer.from('a file'));
    const key = await keyOf();
    const [blob] = await rows();
    const { db } = server.parts;
    const extent = { width: 1, height: 1, error: null, updated_at: 0 };
    const thumbnail = { ...extent, state: 'ready', key: '0'.repeat(32), spans: '{}' } as const;
    await db
      .insertInto('thumbnails')
      .values({ ...thumbnail, blob_id: blob?.id ?? '', store_id: blob?.store_id ?? '' })
      .execute();
    await chooseBucket();
    await storeBytesAs(bucket.blobs, key, 'a file');
    await expect(migrate(location, { sourceGone: true })).rejects.toThrow('can be reached');
    disk.state.isAway = true;
    expect(await migrate(location, { sourceGone: true })).toMatchObject({ moved: 1, damaged: [] });
    expect(states()).toEqual(['s3 active', 'disk retired']);
    expect(await db.selectFrom('thumbnails').select('blob_id').execute()).toEqual([]);
  });
});

describe('a migration', () => {
  it('writes nothing into a store that another installation owns by now', async () => {
    await client.put('a', Buffer.from('a file'));
    await chooseBucket();
    bucket.state.owner = 'another';
    await maintain();
    await expect(migrate(location)).rejects.toThrow('belongs to another installation');
    expect(await keysOf(bucket.blobs.list())).toEqual([]);
    expect(states()).toEqual(['s3 active', 'disk draining']);
  });

  it('does not wait for uploads that nobody continues, which keep their store', async () => {
    await client.put('a', Buffer.from('a file'));
    await client.chunk({ name: chunkName('b'), offset: 0, is_last: false }, Buffer.from('some'));
    server.clock.advance(11 * 60 * 1000);
    const waited: string[] = [];
    const done = await migrate(location, { removeSource: true, onWait: (said) => waited.push(said) });
    expect(done).toMatchObject({ moved: 1, uploads: 1, left: undefined });
    expect([waited, states()]).toEqual([[], ['s3 active', 'disk draining']]);
    expect(await keysOf(disk.blobs.list())).toHaveLength(1);
  });

  it('ends where a server retires the source meanwhile', async () => {
    await client.put('a', Buffer.from('a file'));
    const { db } = server.parts;
    let retired: Promise<unknown> = Promise.resolve();
    const onProgress = (): void => {
      retired = retireStore(db, server.storeId);
    };
    const done = migrate(location, { onProgress });
    expect(await done).toMatchObject({ moved: 1, damaged: [], uploads: 0 });
    expect(await retired).toBe(true);
  });

  it('that fails on the way can be run again, but not beside another one', async () => {
    await client.put('a', Buffer.from('a file'));
    const choose = () => Promise.reject(new Error('broken'));
    const asOnlyMigration = async () => undefined;
    await expect(migrate(location, {}, { asOnlyMigration })).rejects.toThrow('Another holdall migrate-blobs');
    const broken = migrate(location, {}, { choose });
    await expect(broken).rejects.toThrow(/^It stopped: broken. Nothing is lost:.* again to go on.$/);
    await expect(broken).rejects.toMatchObject({ code: 'interrupted' });
  });

  it('by a server leaves damaged files alone for a day', async () => {
    await client.put('a', Buffer.from('a file'));
    await server.parts.db.updateTable('blobs').set({ sha256: 'other' }).execute();
    await chooseBucket();
    const inner = disk.blobs;
    let reads = 0;
    disk.blobs = {
      ...inner,
      read: (...asked) => {
        reads += 1;
        return inner.read(...asked);
      },
    };
    const maintenance = createMaintenance();
    await maintenance.sweep();
    await maintenance.sweep();
    expect(reads).toBe(1);
    server.clock.advance(25 * 60 * 60 * 1000);
    await maintenance.sweep();
    expect(reads).toBe(2);
  });

  it('keeps the copy of a file that was deleted meanwhile in the trash', async () => {
    await client.put('a', Buffer.from('a file'));
    const key = await keyOf();
    const { db } = server.parts;
    const inner = disk.blobs;
    disk.blobs = {
      ...disk.blobs,
      read: async (...asked) => {
        await db.deleteFrom('items').execute();
        await db.deleteFrom('blobs').execute();
        return inner.read(...asked);
      },
    };
    await migrate(location);
    expect(await keysOf(bucket.blobs.list())).toEqual([]);
    expect(await bucket.blobs.untrash(key)).toBe(true);
  });

  it('--remove-source takes nothing from a bucket that is in use by another name', async () => {
    await client.put('a', Buffer.from('a file'));
    await migrate(location);
    await migrate({ kind: 'disk' });
    // The bucket is retired now, and comes back by another name.
    expect(states()).toContain('s3 retired');
    await migrate(alias, { removeSource: true });
    expect(states().toSorted()).toEqual(['disk retired', 's3 active', 's3 retired']);
    expect(await keysOf(bucket.blobs.list())).toEqual([await keyOf()]);
    expect(await keysOf(disk.blobs.list())).toEqual([]);
  });

  it('loses no file where source and target turn out to be one bucket', async () => {
    await migrate(location);
    await server.parts.storage.stores.refresh();
    const { db, storage, node } = server.parts;
    await storeBytesAs(bucket.blobs, normaliseKey('1'.repeat(32)), 'bytes');
    const [active] = await stores.inUse();
    const row = { id: 'b', key: '1'.repeat(32), size: 5, crc32: 0, created_at: 0 };
    await db
      .insertInto('blobs')
      .values({ ...row, sha256: 'f'.repeat(64), store_id: active?.id ?? '' })
      .execute();
    await db.transaction().execute((trx) => storage.choose(trx, { to: alias, node, keepKeys: true }));
    await stores.refresh();
    // The altered file is named, and stays.
    expect(await migrate(alias)).toMatchObject({ damaged: [{ reason: 'altered' }] });
    expect(await keysOf(bucket.blobs.list())).toEqual(['1'.repeat(32)]);
  });
});

describe('a former store that is lost', () => {
  it('keeps no upload from beginning in the active one', async () => {
    await chooseBucket();
    const { db, storage, node } = server.parts;
    await db
      .transaction()
      .execute((trx) => storage.choose(trx, { to: { kind: 'disk' }, node, keepKeys: true }));
    // The server finds nothing at the bucket's address.
    await storage.stores.refresh();
    expect(storage.stores.rows().map(({ kind, state }) => `${kind} ${state}`)).toContain('s3 draining');
    const name = chunkName('b');
    const begun = await client.chunk({ name, offset: 0, is_last: false }, Buffer.from('some '));
    expect(begun.status).toBe(200);
    const ended = await client.chunk({ name, offset: 5, is_last: true }, Buffer.from('bytes'));
    expect(ended.status).toBe(201);
  });

  it('that is empty now stops no cleanup, and takes nothing out of the record', async () => {
    await client.put('a', Buffer.from('a file'));
    await chooseBucket();
    await disk.blobs.remove(await keyOf());
    disk.state.owner = undefined;
    const { stores: own, blockedReason } = await ownership().cleanable();
    expect([own.map(({ state }) => state), blockedReason]).toEqual([['active'], undefined]);
  });

  it('lets uploads begin anew in the active one', async () => {
    await client.chunk({ name: chunkName('b'), offset: 0, is_last: false }, Buffer.from('some'));
    await chooseBucket();
    disk.state.isAway = true;
    expect(await migrate(location, { sourceGone: true })).toMatchObject({ moved: 0, uploads: 0 });
    const [active] = await stores.inUse();
    const sessions = await server.parts.db
      .selectFrom('upload_sessions')
      .select(['store_id', 'received'])
      .execute();
    expect(sessions).toEqual([{ store_id: active?.id, received: 0 }]);
    expect(states()).toEqual(['s3 active', 'disk retired']);
  });
});

describe('--remove-source', () => {
  it('leaves what is missing or damaged in the active store', async () => {
    for (const name of ['a', 'b', 'c']) await client.put(name, Buffer.from(`file ${name}`));
    await migrate(location);
    const [missing, damaged] = await rows();
    await bucket.blobs.remove(normaliseKey(missing?.key ?? ''));
    await server.parts.db
      .updateTable('blobs')
      .set({ damaged_at: 1 })
      .where('id', '=', damaged?.id ?? '')
      .execute();
    expect(await migrate(location, { removeSource: true })).toMatchObject({ left: 2 });
    expect(new Set(await keysOf(disk.blobs.list()))).toEqual(new Set([missing?.key, damaged?.key]));
  });

  it('empties what answers, and says what does not', async () => {
    await client.put('a', Buffer.from('a file'));
    await migrate(location);
    disk.state.isAway = true;
    const said: string[] = [];
    await migrate(location, { removeSource: true, onWait: (sentence) => said.push(sentence) });
    expect(said).toEqual([expect.stringContaining('Nothing is removed from the data directory')]);
  });
});

describe('the trash of a store', () => {
  it('gives back what is on record, instead of deleting it after a week', async () => {
    await client.put('a', Buffer.from('a file'));
    await disk.blobs.trash(await keyOf());
    server.clock.advance(Date.now() - server.clock.now() + trashedFor + 60_000);
    await maintain();
    expect(await keysOf(disk.blobs.list())).toEqual([await keyOf()]);
  });
});

describe('the trash of a retired store', () => {
  it('is emptied after a week, with what was staged, unless the store is another installation’s by now', async () => {
    await client.put('a', Buffer.from('a file'));
    await migrate(location, { removeSource: true });
    await disk.blobs.stage(normaliseKey('1'.repeat(32)), 0);
    const own = disk.state.owner;
    server.clock.advance(Date.now() - server.clock.now() + trashedFor + 60_000);
    disk.state.owner = 'another';
    await maintain();
    const left = async () => [await keysOf(disk.blobs.listTrash()), await keysOf(disk.blobs.listStaged())];
    expect(await left()).toEqual([[await keyOf()], ['1'.repeat(32)]]);
    disk.state.owner = own;
    await maintain();
    expect(await left()).toEqual([[], []]);
  });
});
