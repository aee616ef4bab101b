import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryBlobStore } from '#adapters/blob-memory.ts';
import { createSwappableBlobStore, type SwappableBlobStore } from '#adapters/blob-swappable.ts';
import type { Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import {
  BlobAbsentError,
  type BlobKey,
  type BlobStore,
  BlobStoreAwayError,
  withBytes,
} from '#ports/blob-store.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { photo } from '#testing/media-files.ts';
import { chunkName, createUploadClient, type UploadClient } from '#testing/upload-client.ts';
import { createKeeping, type KeepBlob } from './keeping.service.ts';
import type { StorageMove } from './storage.types.ts';

let server: TestApp;
let origin: string;
let cookie: string;
let client: UploadClient;
beforeEach(async () => {
  server = await createTestApp();
  origin = await server.listen();
  cookie = await server.signIn();
  client = createUploadClient(origin, cookie);
});
afterEach(() => server.close());

/** Begins a move of files to a bucket whose keys this server does not have. */
const begin = async (): Promise<StorageMove> => {
  const { records } = server.parts.storage;
  const bucket = {
    endpoint: 'http://127.0.0.1:9',
    region: 'eu-1',
    bucket: 'files',
    accessKey: 'key',
    secretKey: 'secret',
    pathStyle: true,
    prefix: '',
    trusted: true,
  };
  const beginning = { to: { kind: 's3', bucket }, node: 'test', automatic: false, keepKeys: false } as const;
  await expect(records.begin(beginning)).rejects.toThrow(/its keys are not there/);
  const row = await server.database.db.selectFrom('storage_moves').select('id').executeTakeFirstOrThrow();
  return {
    id: row.id,
    from: { kind: 'disk' },
    node: 'test',
    automatic: false,
    emptying: false,
    startedAt: 0,
  };
};
const countOf = async (table: 'blobs' | 'images' | 'items'): Promise<number> =>
  (await server.database.db.selectFrom(table).select('id').execute()).length;

describe('a server that cannot use the current place', () => {
  it('records files while those of the old place are moved, and none after that', async () => {
    const { records } = server.parts.storage;
    const name = chunkName('c.txt');
    await client.chunk({ name, offset: 0, is_last: false }, Buffer.from('some '));
    const move = await begin();
    await client.put('a.txt', Buffer.from('bytes'));
    await records.close(move);
    const refused = [
      await client.binary({ name: 'b.txt' }, Buffer.from('bytes')),
      await client.chunk({ name, offset: 5, is_last: true }, Buffer.from('bytes')),
    ];
    for (const answer of refused) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await answer.json()).toMatchObject({ code: 'storage.unavailable' });
    }
    const form = new FormData();
    form.append('name', 'avatar');
    form.append('_method', 'PATCH');
    form.append('file', new Blob([Buffer.from(await photo(1, 300, 300))], { type: 'image/png' }), 'me.png');
    const avatar = await fetch(`${origin}/api/user/avatar`, {
      method: 'POST',
      body: form,
      headers: { cookie },
    });
    expect(avatar.status).toBe(503);
    expect([await client.names(), await countOf('blobs'), await countOf('images')]).toEqual([
      ['a.txt'],
      1,
      0,
    ]);
    // The idle upload is moved, or continued by a server that has the keys.
    const session = await server.database.db.selectFrom('upload_sessions').selectAll().executeTakeFirst();
    expect(session).toMatchObject({ state: 'open', holder: null });
  });

  it('accepts nothing once it could not read the record for a while', async () => {
    const { storage, blobs, db } = server.parts;
    const keep = () => withBytes(blobs, Buffer.from('bytes'), async () => 'taken in');
    await begin();
    await expect(storage.refresh()).rejects.toThrow(/its keys are not there/);
    expect(await keep()).toBe('taken in');
    const later = performance.now() + 6_001;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => later);
    try {
      await expect(storage.refresh()).rejects.toThrow(/its keys are not there/);
      await expect(keep()).rejects.toThrow(BlobStoreAwayError);
      expect((await client.binary({ name: 'a.txt' }, Buffer.from('bytes'))).status).toBe(503);
      // It goes on reporting to the mover that it is running.
      expect(await storage.records.others('other')).toMatchObject([{ node: 'test' }]);
      const { settings } = server.foundation;
      await inTransaction(db, async (trx) => {
        await settings.countChange(trx);
        await settings.save(trx, { storage_driver: 'disk' });
        await trx.deleteFrom('storage_moves').execute();
      });
      await storage.refresh();
      expect(await keep()).toBe('taken in');
    } finally {
      clock.mockRestore();
    }
  });
});

describe('bytes to be recorded', () => {
  let one: BlobStore;
  let other: BlobStore;
  let blobs: SwappableBlobStore;
  let keep: KeepBlob;
  let refreshes: number;
  beforeEach(async () => {
    [one, other] = [createMemoryBlobStore(), createMemoryBlobStore()];
    blobs = createSwappableBlobStore({ store: one, places: [''] });
    refreshes = 0;
    const storage = {
      refresh: async () => {
        refreshes += 1;
        blobs.use({ store: other, places: ['new'] });
      },
      placesOf: (key: BlobKey) => blobs.placesOf(key),
      publishAnew: (key: BlobKey, size: number) => blobs.publishAnew(key, size),
    };
    keep = createKeeping({ blobs, storage });
  });

  const put = (key: BlobKey, trx: Trx) =>
    trx.insertInto('images').values({ id: key, key, spans: '{}', created_at: 0, removed_at: null }).execute();
  const keepBytes = () =>
    withBytes(blobs, Buffer.from('bytes'), (key) =>
      keep({ key, size: 5 }, (check) =>
        inTransaction(server.database.db, async (trx) => {
          await put(key, trx);
          await check(trx);
        }),
      ),
    );
  const renamePlace = (): Promise<unknown> =>
    server.database.db.updateTable('storage_places').set({ id: 'new' }).execute();

  it('are not recorded in a place that was abandoned', async () => {
    await renamePlace();
    await expect(keepBytes()).rejects.toMatchObject({ code: 'storage.unavailable' });
    expect([await countOf('images'), refreshes]).toEqual([0, 1]);
  });

  it('wait while they are moved from a place that was closed meanwhile', async () => {
    const publish = () => Promise.reject(new BlobAbsentError('There is no such blob.'));
    blobs.use({ store: { ...one, publish }, places: ['', 'new'] });
    await expect(keepBytes()).rejects.toMatchObject({ code: 'storage.unavailable' });
    expect([await countOf('images'), refreshes]).toEqual([0, 1]);
  });

  it('are recorded in a place that this server had not known yet', async () => {
    await renamePlace();
    // Bytes that went to two stores at once lie in the newer one.
    blobs.use({ store: other, places: ['', 'new'] });
    await keepBytes();
    expect([await countOf('images'), refreshes]).toEqual([1, 1]);
  });
});
