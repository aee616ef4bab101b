import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createMemoryBlobStore } from '#adapters/blob-memory.ts';
import { createDiskBlobStore } from '#adapters/disk/blob-disk.ts';
import { type BlobStore, BlobStoreAwayError, normaliseKey } from '#ports/blob-store.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { entryNames, fetchZip } from '#testing/archives.ts';
import { largeContent } from '#testing/large-content.ts';
import { unreachableBucket } from '#testing/unreachable-bucket.ts';
import { createUploadClient, type UploadClient } from '#testing/upload-client.ts';
import { createDatabaseStore } from './database-store.ts';
import { createOwnership } from './owner-marker.service.ts';
import { hasBytes, retireStore } from './stores.repo.ts';

const large = Buffer.from(largeContent('large'));
const small = Buffer.from('small');

let store: BlobStore;
let isAway: boolean;
let server: TestApp;
let client: UploadClient;
beforeEach(async () => {
  isAway = false;
  store = createMemoryBlobStore();
  const expectHere = (): void => {
    if (isAway) throw new BlobStoreAwayError('It is turned off.');
  };
  const disk: BlobStore = {
    ...store,
    read: async (...asked) => {
      expectHere();
      return store.read(...asked);
    },
    readInto: async (...asked) => {
      expectHere();
      return store.readInto(...asked);
    },
    size: async (...asked) => {
      expectHere();
      return store.size(...asked);
    },
  };
  server = await createTestApp({ blobs: disk });
  client = createUploadClient(await server.listen(), await server.signIn());
});
afterEach(() => server.close());

const chooseBucket = async (): Promise<void> => {
  const { db, storage, node } = server.parts;
  const to = { kind: 's3', bucket: unreachableBucket } as const;
  await db.transaction().execute((trx) => storage.choose(trx, { to, node, keepKeys: true }));
};

describe('a small file', () => {
  it.each([
    ['does not answer', () => void (isAway = true)],
    [
      'has lost its files',
      async () => {
        for await (const { key } of store.list()) await store.remove(key);
      },
    ],
    [
      'belongs to another installation by now',
      async () => {
        const { storage } = server.parts;
        await (await storage.openLocation({ kind: 'disk' })).setOwner('another');
        for await (const { key } of store.list()) await store.remove(key);
        await storage.stores.refresh();
      },
    ],
  ])('is read, alone and in an archive, while the store %s', async (_what, lose) => {
    const [inDatabase, inStore] = [await client.put('a', small), await client.put('b', large)];
    await lose();
    expect((await client.get(`/api/files/${inStore.data.id}/content`)).status).not.toBe(200);
    const answer = await client.get(`/api/files/${inDatabase.data.id}/content`);
    expect([answer.status, await answer.text()]).toEqual([200, 'small']);
    expect(await entryNames(await fetchZip(client, `/api/zip?items=${inDatabase.data.id}|file`))).toEqual([
      'a',
    ]);
  });

  it('is neither in a store nor in the way of another one', async () => {
    const { db } = server.parts;
    const file = await client.put('a', small);
    expect(await db.selectFrom('blobs').select(['store_id', 'size']).execute()).toEqual([
      { store_id: null, size: small.length },
    ]);
    for await (const { key } of store.list()) expect(key).toBe('nothing is there');
    expect(await hasBytes(db)).toBe(false);
    await chooseBucket();
    expect(await retireStore(db, server.storeId)).toBe(true);
    await server.parts.storage.stores.refresh();
    expect(await (await client.get(`/api/files/${file.data.id}/content`)).text()).toBe('small');
  });

  it('leaves a store that a larger file is in as it was', async () => {
    const { db } = server.parts;
    await client.put('a', small);
    await client.put('b', large);
    expect(await hasBytes(db)).toBe(true);
    await chooseBucket();
    expect(await retireStore(db, server.storeId)).toBe(false);
  });
});

describe('an empty store', () => {
  it('is no lost one while all files are small', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'holdall-small-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { db, clock } = server.parts;
    const ownership = createOwnership({ db, clock });
    const empty = await createDiskBlobStore(folder);
    await client.put('a', small);
    expect(await ownership.confirm(empty)).toBe('own');
    await rm(join(folder, 'blobs', 'holdall-installation'));
    await client.put('b', large);
    expect(await ownership.confirm(empty)).toBe('empty');
  });
});

describe('the contents in the database', () => {
  it('are replaced whole, and only by as many bytes as were announced', async () => {
    await client.put('a', small);
    const { db } = server.parts;
    const { key: name } = await db.selectFrom('blobs').select('key').executeTakeFirstOrThrow();
    const key = normaliseKey(name);
    const contents = createDatabaseStore(db);
    const text = async (): Promise<string> => {
      const pieces: string[] = [];
      for await (const piece of await contents.read(key)) pieces.push(piece.toString());
      return pieces.join('');
    };
    const writer = await contents.stage(key, 0);
    await writer.write(Buffer.from('other'));
    await writer.flush();
    expect(await text()).toBe('small');
    await expect(contents.publish(key, 6)).rejects.toThrow('5 bytes instead of 6');
    expect(await text()).toBe('small');
    await contents.publish(key, 5);
    expect([await text(), await contents.size(key), await contents.stagedSize(key)]).toEqual([
      'other',
      5,
      undefined,
    ]);
  });
});
