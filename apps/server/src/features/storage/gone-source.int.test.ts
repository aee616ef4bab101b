import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryBlobStore } from '#adapters/blob-memory.ts';
import { switchToOperatorBucket } from '#compose-operator-storage.ts';
import { createIdleUploadLock } from '#features/uploads/index.ts';
import { type BlobStore, BlobStoreError, normaliseKey, storeBytes } from '#ports/blob-store.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { createUploadClient } from '#testing/upload-client.ts';
import { createGoneStore } from './gone-store.service.ts';
import { createMover } from './mover.service.ts';
import { listPlaces } from './places.repo.ts';
import { createStorageRecords } from './record.service.ts';
import { createSettling } from './settling.service.ts';

let server: TestApp;
let kept: BlobStore;
beforeEach(async () => {
  kept = createMemoryBlobStore();
  server = await createTestApp({ blobs: kept });
});
afterEach(() => server.close());

const bucketOf = (name: string): { readonly kind: 's3'; readonly bucket: ObjectStorage } => ({
  kind: 's3',
  bucket: {
    endpoint: 'http://127.0.0.1:9',
    region: 'eu-1',
    bucket: name,
    accessKey: 'key',
    secretKey: 'secret',
    pathStyle: true,
    prefix: '',
    trusted: true,
  },
});
const away = (): Promise<never> => Promise.reject(new BlobStoreError('away'));
const gone = (): BlobStore => ({
  ...createMemoryBlobStore(),
  stagedSize: away,
  discard: away,
  size: away,
  read: away,
});
/** Keeps files in a bucket, without a running move. */
const keepIn = async (name: string): Promise<void> => {
  const { records } = server.parts.storage;
  await records.begin({ to: bucketOf(name), node: 'test', automatic: false, keepKeys: true });
  const { move } = await records.read();
  if (move !== undefined) await records.end(move);
};
const put = async (): Promise<BlobStore> => {
  const client = createUploadClient(await server.listen(), await server.signIn());
  await client.put('a.txt', Buffer.from('a file'));
  return kept;
};

describe('a permanently gone place', () => {
  it('is abandoned at once when nothing recorded is in it', async () => {
    await keepIn('one');
    const { records } = server.parts.storage;
    const { db } = server.database;
    const before = await records.read();
    await db
      .transaction()
      .execute((trx) =>
        records.choose(
          trx,
          { to: bucketOf('two'), node: 'test', automatic: true, keepKeys: true, isGone: true },
          { s3_bucket: 'two' },
        ),
      );
    const { place, move, placeId, formerIds } = await records.read();
    expect([place, move, formerIds]).toMatchObject([{ bucket: { bucket: 'two' } }, undefined, []]);
    // A server that writes there still records nothing.
    expect([await listPlaces(db), placeId === before.placeId]).toEqual([[placeId], false]);
  });

  it('is abandoned for the operator’s bucket once everything is in that one', async () => {
    await put();
    await keepIn('one');
    const { sealer, storage } = server.parts;
    const { db } = server.database;
    const operator = bucketOf('two').bucket;
    const { settings } = server.foundation;
    const records = createStorageRecords({ db, clock: server.clock, sealer, settings, operator });
    let owner: string | undefined;
    const take = (to: BlobStore): Promise<void> =>
      switchToOperatorBucket({
        db,
        records,
        operator,
        node: 'test',
        others: async () => [],
        ownership: storage.ownership,
        open: async (place): Promise<OwnedBlobStore> => ({
          ...(place.kind === 's3' && place.bucket.bucket === 'two' ? to : gone()),
          owner: async () => owner,
          setOwner: async (name) => {
            owner = name;
          },
          putHeartbeat: async () => undefined,
          removeHeartbeat: async () => undefined,
          async *listHeartbeats() {
            // Nothing uses it.
          },
        }),
        warn: () => undefined,
      });
    await expect(take(createMemoryBlobStore())).rejects.toThrow(
      /one at 127.0.0.1:9, which cannot be reached, and not all of them are in the bucket two/,
    );
    expect(await records.place()).toMatchObject({ bucket: { bucket: 'one' } });
    await take(kept);
    expect(await records.place()).toMatchObject({ bucket: { bucket: 'two' } });
    expect([await records.isMoving(), (await listPlaces(db)).length]).toEqual([false, 1]);
  });

  it('does not prevent the end of an automatic move', async () => {
    const { records, refresh } = server.parts.storage;
    const { db } = server.database;
    await records.begin({ to: bucketOf('one'), node: 'test', automatic: true, keepKeys: true });
    const to = createMemoryBlobStore();
    const settling = createSettling({
      db,
      clock: server.clock,
      events: server.parts.events,
      records,
      storage: { ...server.parts.storage, refresh, stores: () => ({ from: gone(), to }) },
      lockIdleUpload: createIdleUploadLock(db),
    });
    server.clock.advance(60_000);
    await expect(settling.sweep()).rejects.toThrow(BlobStoreError);
    server.clock.advance(600_000);
    await settling.sweep();
    expect(await records.isMoving()).toBe(false);
  });

  it('is reported with the files that did not arrive from it', async () => {
    await put();
    const { db } = server.database;
    const { records } = server.parts.storage;
    const { move } = await records.begin({
      to: bucketOf('one'),
      node: 'test',
      automatic: false,
      keepKeys: true,
    });
    const moverTo = (to: BlobStore) =>
      createMover({
        db,
        stores: { from: createGoneStore(), to },
        lockIdleUpload: createIdleUploadLock(db),
        moveId: move?.id ?? '',
        onProgress: () => undefined,
      });
    const { key } = await db.selectFrom('blobs').select('key').executeTakeFirstOrThrow();
    const to = createMemoryBlobStore();
    await storeBytes(to, Buffer.from('another'));
    expect((await moverTo(to).catchUp()).damaged).toMatchObject([{ key, reason: 'absent', file: 'a.txt' }]);
    expect(await kept.size(normaliseKey(key))).toBe(6);
    const mover = moverTo(kept);
    expect(await mover.moveUploads()).toBe(0);
    expect((await mover.catchUp()).damaged).toEqual([]);
  });
});
