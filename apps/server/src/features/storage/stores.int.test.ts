import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryBlobStore } from '#adapters/blob-memory.ts';
import { type BlobStore, BlobStoreError, normaliseKey, storeBytes } from '#ports/blob-store.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { unreachableBucket } from '#testing/unreachable-bucket.ts';
import { eventually } from '#testing/eventually.ts';
import { chunkName, createUploadClient, type UploadClient } from '#testing/upload-client.ts';
import { migrateRows } from './migration.task.ts';
import { openStores } from './stores.service.ts';
import { createStoresMaintenance, trashedFor } from './stores-maintenance.ts';
import { retireStore } from './stores.repo.ts';
import type { OpenedStore, Stores } from './storage.types.ts';

let server: TestApp;
let client: UploadClient;
let disk: BlobStore;
let bucket: BlobStore;
/** The stores as another server opens them: the disk, and a bucket that is in memory. */
let stores: Stores;
beforeEach(async () => {
  [disk, bucket] = [createMemoryBlobStore(), createMemoryBlobStore()];
  server = await createTestApp({ blobs: disk, smallContentLimit: -1 });
  client = createUploadClient(await server.listen(), await server.signIn());
  stores = await openAgain();
});
afterEach(() => server.close());

const location = { kind: 's3', bucket: unreachableBucket } as const;
const owned = (store: BlobStore): OwnedBlobStore => ({
  ...store,
  owner: async () => undefined,
  setOwner: async () => undefined,
});
const openAgain = (): Promise<Stores> => {
  const { db, sealer, node } = server.parts;
  const open = async ({ kind }: { kind: string }) => owned(kind === 'disk' ? disk : bucket);
  return openStores({ db, sealer, node, operator: undefined, open });
};
const chooseBucket = async (): Promise<void> => {
  const { db, storage } = server.parts;
  await db
    .transaction()
    .execute((trx) => storage.choose(trx, { to: location, node: server.parts.node, keepKeys: true }));
  await stores.refresh();
};
const opened = async (): Promise<{ from: OpenedStore; to: OpenedStore }> => {
  const [to, from] = await stores.inUse();
  if (from === undefined || to === undefined) throw new Error('There are not two stores.');
  return { from, to };
};
const migrate = async (source: BlobStore | undefined = disk) => {
  const { from, to } = await opened();
  const { db } = server.parts;
  return migrateRows({ db, stores: { from: source, to: owned(bucket) }, from: from.id, to: to.id });
};
const rows = () =>
  server.parts.db.selectFrom('blobs').select(['id', 'store_id', 'key']).orderBy('id').execute();
const states = () => stores.rows().map(({ kind, state }) => `${kind} ${state}`);
const contentOf = async (store: BlobStore, key: string): Promise<string> => {
  const pieces: string[] = [];
  for await (const piece of await store.read(normaliseKey(key))) pieces.push(piece.toString());
  return pieces.join('');
};

describe('another store', () => {
  it('takes new bytes, and a server that is late records the former one, which is right', async () => {
    await chooseBucket();
    expect(states()).toEqual(['s3 active', 'disk draining']);
    // The running server has not read the table again.
    await client.put('late.txt', Buffer.from('late'));
    const [row] = await rows();
    expect(row?.store_id).toBe(server.storeId);
    expect(await contentOf(stores.get(row?.store_id ?? ''), row?.key ?? '')).toBe('late');
    expect(await retireStore(server.parts.db, server.storeId)).toBe(false);
  });

  it('refuses what a server records in the former one once it is retired, with 503', async () => {
    await chooseBucket();
    expect(await retireStore(server.parts.db, server.storeId)).toBe(true);
    for (const send of [
      () => client.binary({ name: 'a.txt' }, Buffer.from('bytes')),
      () => client.chunk({ name: chunkName('b.txt'), offset: 0, is_last: false }, Buffer.from('bytes')),
    ]) {
      const answer = await send();
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    }
    expect(await rows()).toEqual([]);
    for await (const { key } of disk.list()) expect(key).toBe('nothing is left');
  });

  it('is the row of before where its location was a store already', async () => {
    await chooseBucket();
    const { db, storage } = server.parts;
    await db
      .transaction()
      .execute((trx) => storage.choose(trx, { to: { kind: 'disk' }, node: 'test', keepKeys: true }));
    await stores.refresh();
    expect(states()).toEqual(['disk active', 's3 draining']);
    expect((await stores.active()).id).toBe(server.storeId);
  });
});

describe('a retirement', () => {
  it('waits for uploads, which end where they began', async () => {
    const name = chunkName('a.txt');
    await client.chunk({ name, offset: 0, is_last: false }, Buffer.from('some '));
    await chooseBucket();
    await server.parts.storage.stores.refresh();
    expect(await retireStore(server.parts.db, server.storeId)).toBe(false);
    const answer = await client.chunk({ name, offset: 5, is_last: true }, Buffer.from('bytes'));
    expect(answer.status).toBe(201);
    const [row] = await rows();
    expect(row?.store_id).toBe(server.storeId);
    expect(await contentOf(disk, row?.key ?? '')).toBe('some bytes');
    expect(await migrate()).toMatchObject({ moved: 1, damaged: [] });
    // The finished upload names no store.
    expect(await retireStore(server.parts.db, server.storeId)).toBe(true);
  });
});

describe('a migration', () => {
  const putAll = async (): Promise<void> => {
    for (const name of ['a', 'b', 'c']) await client.put(name, Buffer.from(`file ${name}`));
  };

  it('updates each row after its bytes, and goes on after it was interrupted', async () => {
    await putAll();
    await chooseBucket();
    const { from, to } = await opened();
    const last = (await rows()).at(-1)?.key;
    const moved = async () => (await rows()).filter(({ store_id: id }) => id === to.id);
    const read: BlobStore['read'] = async (key, span) => {
      if (key !== last) return disk.read(key, span);
      await eventually(async () => expect(await moved()).toHaveLength(2));
      throw new BlobStoreError('killed');
    };
    await expect(migrate({ ...disk, read })).rejects.toThrow('killed');
    const named = new Set((await rows()).map(({ store_id: id }) => id));
    expect([named.has(from.id), named.has(to.id)]).toEqual([true, true]);
    for (const { store_id: id, key } of await rows())
      expect(await contentOf(stores.get(id), key)).toMatch(/^file [abc]$/);
    await migrate();
    for (const { store_id: id, key } of await rows()) {
      expect(id).toBe(to.id);
      expect(await contentOf(bucket, key)).toMatch(/^file [abc]$/);
    }
  });

  it('leaves readers of an older row their bytes, which they find in the other store', async () => {
    await putAll();
    const old = await rows();
    await chooseBucket();
    await migrate();
    expect(await retireStore(server.parts.db, server.storeId)).toBe(true);
    await stores.refresh();
    for (const { key } of old) await disk.trash(normaliseKey(key));
    for (const { store_id: id, key } of old)
      expect(await contentOf(stores.get(id), key)).toMatch(/^file [abc]$/);
  });

  it('is found out by a server that is late when the bytes of an older row are not where it was', async () => {
    await putAll();
    const late = await openAgain();
    const old = await rows();
    for (const { store_id: id, key } of old) await contentOf(late.get(id), key);
    await chooseBucket();
    await migrate();
    expect(await retireStore(server.parts.db, server.storeId)).toBe(true);
    for (const { key } of old) await disk.trash(normaliseKey(key));
    for (const { store_id: id, key } of old)
      expect(await contentOf(late.get(id), key)).toMatch(/^file [abc]$/);
  });

  it('removes the copy of a file that was deleted meanwhile', async () => {
    await putAll();
    await chooseBucket();
    const [gone] = await rows();
    const { db } = server.parts;
    const read: BlobStore['read'] = async (key, span) => {
      if (key === gone?.key) {
        await db.deleteFrom('items').where('blob_id', '=', gone.id).execute();
        await db.deleteFrom('blobs').where('id', '=', gone.id).execute();
      }
      return disk.read(key, span);
    };
    expect(await migrate({ ...disk, read })).toMatchObject({ moved: 2, damaged: [] });
    expect(await bucket.size(normaliseKey(gone?.key ?? ''))).toBeUndefined();
  });

  it('names files that are damaged or missing, which keep their rows and their store', async () => {
    await putAll();
    await chooseBucket();
    const [lost, altered] = await rows();
    await disk.remove(normaliseKey(lost?.key ?? ''));
    await server.parts.db
      .updateTable('blobs')
      .set({ sha256: 'other' })
      .where('id', '=', altered?.id ?? '')
      .execute();
    const { damaged, moved } = await migrate();
    expect(moved).toBe(1);
    expect(damaged.map(({ key, reason, file }) => `${file} ${reason} ${key}`).toSorted()).toEqual([
      `a absent ${lost?.key}`,
      `b altered ${altered?.key}`,
    ]);
    expect(await retireStore(server.parts.db, server.storeId)).toBe(false);
  });

  it('accepts no copy that differs', async () => {
    await client.put('a', Buffer.from('right'));
    await chooseBucket();
    const [row] = await rows();
    const writer = await bucket.stage(normaliseKey(row?.key ?? ''), 0);
    await writer.write(Buffer.from('wrong'));
    await writer.flush();
    await bucket.publish(normaliseKey(row?.key ?? ''), 5);
    await migrate();
    expect(await contentOf(bucket, row?.key ?? '')).toBe('right');
  });

  it('without its source updates the rows whose bytes are in the new store, and names the others', async () => {
    await putAll();
    await chooseBucket();
    const { db } = server.parts;
    const { from, to } = await opened();
    const without = () =>
      migrateRows({ db, stores: { from: undefined, to: owned(bucket) }, from: from.id, to: to.id });
    expect((await without()).damaged).toHaveLength(3);
    await migrate();
    await db.updateTable('blobs').set({ store_id: from.id }).execute();
    expect(await without()).toMatchObject({ moved: 3, damaged: [] });
    expect(await retireStore(db, from.id)).toBe(true);
  });
});

describe('the maintenance of stores', () => {
  const maintenance = () =>
    createStoresMaintenance({
      ...server.parts,
      stores,
      cleanable: async () => ({ stores: await stores.inUse(), blockedReason: undefined }),
      ownerOf: async () => 'own',
      asOnlyMigration: (work) => work(),
    });

  it('migrates what fits in a page, and retires the former store', async () => {
    await client.put('a', Buffer.from('a file'));
    await chooseBucket();
    await maintenance().sweep();
    expect(states()).toEqual(['s3 active', 'disk retired']);
    const [row] = await rows();
    expect(await contentOf(bucket, row?.key ?? '')).toBe('a file');
  });

  it('deletes from the trash what has lain there for a week', async () => {
    const key = await storeBytes(disk, Buffer.from('bytes'));
    await disk.trash(key);
    vi.spyOn(server.clock, 'now').mockReturnValue(Date.now() + trashedFor - 60_000);
    await maintenance().sweep();
    expect(await disk.untrash(key)).toBe(true);
    await disk.trash(key);
    vi.spyOn(server.clock, 'now').mockReturnValue(Date.now() + trashedFor + 60_000);
    await maintenance().sweep();
    expect(await disk.untrash(key)).toBe(false);
  });
});
