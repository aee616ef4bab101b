import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryBlobStore } from '#adapters/blob-memory.ts';
import { createIdleUploadLock } from '#features/uploads/index.ts';
import { type BlobStore, normaliseKey, storeBytes } from '#ports/blob-store.ts';
import { createId } from '#ports/ids.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { chunkName, createUploadClient, type UploadClient } from '#testing/upload-client.ts';
import { createMover, type Mover, OneStoreError } from './mover.service.ts';
import { StorageRecordError } from './storage.errors.ts';
import type { MovingStores } from './storage.types.ts';

let server: TestApp;
let client: UploadClient;
let from: BlobStore;
beforeEach(async () => {
  from = createMemoryBlobStore();
  server = await createTestApp({ blobs: from });
  client = createUploadClient(await server.listen(), await server.signIn());
});
afterEach(() => server.close());

const bucketOf = (bucket: string): { readonly kind: 's3'; readonly bucket: ObjectStorage } => ({
  kind: 's3',
  bucket: {
    endpoint: 'http://127.0.0.1:9',
    region: 'eu-1',
    bucket,
    accessKey: 'key',
    secretKey: 'secret',
    pathStyle: true,
    prefix: '',
    trusted: true,
  },
});
const disk = { kind: 'disk' } as const;
const beginTo = async (to: typeof disk | ReturnType<typeof bucketOf>, node = 'test') => {
  const { move } = await server.parts.storage.records.begin({ to, node, automatic: false, keepKeys: true });
  if (move === undefined) throw new Error('There is no move.');
  return move;
};
const noteEmptying = (): Promise<unknown> =>
  server.database.db.updateTable('storage_moves').set({ part: 'emptying' }).execute();
const moverOf = (stores: MovingStores, moveId: string): Mover =>
  createMover({
    db: server.database.db,
    stores,
    lockIdleUpload: createIdleUploadLock(server.database.db),
    moveId,
    onProgress: () => undefined,
  });
const keys = async () =>
  (await server.database.db.selectFrom('blobs').select('key').execute()).map(({ key }) => key);

describe('the record of moves', () => {
  it('keeps a move when another one ends', async () => {
    const { records } = server.parts.storage;
    const first = await beginTo(bucketOf('one'));
    await beginTo(disk);
    const third = await beginTo(bucketOf('one'));
    expect(await records.end(first)).toBe(false);
    expect((await records.read()).move?.id).toBe(third.id);
    expect(await records.end(third)).toBe(true);
    expect(await records.isMoving()).toBe(false);
  });

  it('begins no move back to a place that is being emptied', async () => {
    const move = await beginTo(bucketOf('one'));
    await noteEmptying();
    await expect(beginTo(disk)).rejects.toThrow(StorageRecordError);
    expect((await server.parts.storage.records.read()).move?.id).toBe(move.id);
    // Nothing is removed elsewhere.
    expect((await beginTo(bucketOf('other'))).from).toMatchObject({ bucket: { bucket: 'one' } });
  });

  it('treats another server’s disk as another place', async () => {
    await beginTo(bucketOf('one'), 'one');
    await expect(beginTo(disk, 'other')).rejects.toThrow(/on their way from the data directory/);
    await beginTo(disk, 'one');
  });
});

describe('a mover', () => {
  it('changes nothing when both places are one under two names', async () => {
    await client.put('a.txt', Buffer.from('the only copy'));
    await client.chunk({ name: chunkName('b.txt'), offset: 0, is_last: false }, Buffer.from('half of it'));
    const { staging_key: staged } = await server.database.db
      .selectFrom('upload_sessions')
      .select('staging_key')
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow();
    const move = await beginTo(bucketOf('one'));
    const mover = moverOf({ from, to: { ...from } }, move.id);
    for (const work of ['walk', 'catchUp', 'moveUploads', 'empty'] as const)
      await expect(mover[work](async () => true)).rejects.toThrow(OneStoreError);
    for (const key of await keys()) expect(await from.size(normaliseKey(key))).toBe(13);
    expect(await from.stagedSize(normaliseKey(staged))).toBe(10);
  });

  it('removes nothing more once another move has begun', async () => {
    for (let index = 0; index < 3; index += 1) await client.put(`${index}`, Buffer.from(`file ${index}`));
    const move = await beginTo(bucketOf('one'));
    const to = createMemoryBlobStore();
    await moverOf({ from, to }, move.id).walk();
    let removed = 0;
    const watched: BlobStore = {
      ...from,
      remove: async (key) => {
        removed += 1;
        await from.remove(key);
      },
    };
    const mover = moverOf({ from: watched, to }, move.id);
    await server.database.db.updateTable('storage_moves').set({ id: 'another' }).execute();
    await expect(mover.empty(async () => true)).rejects.toThrow('ended by somebody else');
    await expect(mover.walk()).rejects.toThrow('ended by somebody else');
    expect(removed).toBe(0);
  });

  it('removes nothing from a place that is not this installation’s alone any more', async () => {
    await client.put('a', Buffer.from('a file'));
    const move = await beginTo(bucketOf('one'));
    const mover = moverOf({ from, to: createMemoryBlobStore() }, move.id);
    await mover.walk();
    await expect(mover.empty(async () => false)).rejects.toThrow('not this installation’s alone any more');
    for (const key of await keys()) expect(await from.size(normaliseKey(key))).toBe(6);
  });

  it('checks before each page that the move is still recorded', async () => {
    await client.put('a', Buffer.from('a file'));
    const move = await beginTo(bucketOf('one'));
    const to = createMemoryBlobStore();
    const mover = moverOf({ from, to }, move.id);
    await mover.walk();
    const { db } = server.database;
    // Simulates another program that begins a move between two pages, when the first row is read.
    const ending: BlobStore = {
      ...to,
      size: async (key) => {
        await db.updateTable('storage_moves').set({ id: 'another' }).execute();
        return to.size(key);
      },
    };
    await db
      .insertInto('images')
      .values({
        id: createId(0),
        key: await storeBytes(from, Buffer.from('a picture')),
        spans: '{}',
        created_at: 0,
      })
      .execute();
    await expect(moverOf({ from, to: ending }, move.id).empty(async () => true)).rejects.toThrow(
      'ended by somebody else',
    );
  });
});
