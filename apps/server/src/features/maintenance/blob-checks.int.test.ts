import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StoreLocation, Stores } from '#features/storage/index.ts';
import {
  type BlobKey,
  type BlobStore,
  BlobStoreError,
  normaliseKey,
  type StoredEntry,
} from '#ports/blob-store.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { createUploadClient, type UploadClient } from '#testing/upload-client.ts';
import { createChecksum } from '#lib/checksum.ts';
import { type BlobVerifier, createBlobVerifier } from './blob-verifier.service.ts';
import { examine } from './doctor.ts';
import type { Progress, Report } from './doctor.types.ts';
import { singleStore } from '#testing/single-store.ts';
import { unreachableBucket } from '#testing/unreachable-bucket.ts';

let server: TestApp;
let client: UploadClient;
beforeEach(async () => {
  server = await createTestApp({ smallContentLimit: -1 });
  client = createUploadClient(await server.listen(), await server.signIn());
});
afterEach(() => server.close());

const place = { kind: 's3', bucket: unreachableBucket } as const;
const examineIn = (
  stores: Stores,
  onProgress: (progress: Progress) => void = () => undefined,
  reading: { readonly percent: number; readonly examine?: BlobVerifier['examine'] } = { percent: 0 },
): Promise<Report> => {
  const { db, clock, storage } = server.parts;
  const verifier = createBlobVerifier({
    ...server.parts,
    stores: storage.stores,
    createChecksum,
    isOwn: async () => true,
  });
  return examine(
    {
      db,
      stores,
      cleanable: async () => ({ stores: [], blockedReason: undefined }),
      verifier: { ...verifier, ...(reading.examine && { examine: reading.examine }) },
      clock,
      dataDir: server.dataDir,
      alone: false,
    },
    { repair: false, readPercent: reading.percent },
    { onProgress },
  );
};
const inBucket = (blobs: BlobStore): Stores => singleStore(blobs, server.storeId, place);

it('the doctor lists a bucket, and looks up only blobs that the list lacks', async () => {
  const { blobs } = server;
  const { db } = server.parts;
  for (const name of ['a', 'b', 'c']) await client.put(name, Buffer.from(name));
  const rows = await db.selectFrom('blobs').select('key').orderBy('id').execute();
  const [lost, late] = [normaliseKey(rows[0]?.key ?? ''), rows[1]?.key];
  await blobs.remove(lost);
  const asked: BlobKey[] = [];
  const watched: BlobStore = {
    ...blobs,
    size: (key) => {
      asked.push(key);
      return blobs.size(key);
    },
    list: async function* list() {
      const entries: StoredEntry[] = [];
      // One was added after the listing.
      for await (const entry of blobs.list()) if (entry.key !== late) entries.push(entry);
      yield* entries.toSorted((one, other) => (one.key < other.key ? -1 : 1));
    },
  };
  const { checks } = await examineIn(inBucket(watched));
  expect(checks.find(({ check }) => check === 'blobs')).toMatchObject({
    state: 'failed',
    examined: 3,
    found: 1,
  });
  expect(new Set(asked)).toEqual(new Set([lost, late]));
  expect(asked).toHaveLength(2);
});

it('the doctor reads the listing of a bucket beside the rows, a page of them at a time', async () => {
  const { db } = server.parts;
  const keys = Array.from({ length: 1_200 }, (_, index) =>
    normaliseKey(index.toString(16).padStart(32, '0')),
  );
  for (let at = 0; at < keys.length; at += 400)
    await db
      .insertInto('blobs')
      .values(
        keys.slice(at, at + 400).map((key) => ({
          id: key,
          store_id: server.storeId,
          key,
          size: 1,
          sha256: '',
          crc32: 0,
          created_at: 0,
        })),
      )
      .execute();
  let listed = 0;
  const listedAt = new Map<number, number>();
  const list = async function* list(): AsyncGenerator<StoredEntry> {
    for (const key of keys) {
      listed += 1;
      yield { key, size: 1, modifiedAt: Date.now() };
    }
  };
  const size = () => Promise.reject(new Error('It was listed.'));
  const { checks } = await examineIn(inBucket({ ...server.blobs, list, size }), ({ check, examined }) => {
    if (check === 'blobs' && !listedAt.has(examined)) listedAt.set(examined, listed);
  });
  expect(checks.find(({ check }) => check === 'blobs')).toMatchObject({ examined: 1_200, found: 0 });
  // One more than a page tells that the page is over.
  expect([listedAt.get(1), listedAt.get(501), listedAt.get(1_001)]).toEqual([501, 1_001, 1_200]);
});

it('the doctor counts the files of a former store that does not answer, and does not look for them again', async () => {
  for (const name of ['a', 'b']) await client.put(name, Buffer.from(name));
  const { db, node, storage } = server.parts;
  const choose = (to: StoreLocation): Promise<void> =>
    db.transaction().execute((trx) => storage.choose(trx, { to, node, keepKeys: true }));
  await choose(place);
  await choose({ kind: 'disk' });
  await storage.stores.refresh();
  const former = storage.stores.find(place)?.id ?? '';
  const [row] = await db.selectFrom('blobs').select('key').execute();
  await server.blobs.remove(normaliseKey(row?.key ?? ''));
  await db
    .updateTable('blobs')
    .set({ store_id: former })
    .where('key', '=', row?.key ?? '')
    .execute();
  const { checks, sound } = await examineIn(storage.stores);
  const faulty = checks.filter(({ check, state }) => check !== 'permissions' && state === 'failed');
  expect([sound, faulty.map(({ check, examples }) => [check, ...examples])]).toEqual([
    false,
    [['blobs', '1 file cannot be reached. No answer comes from the bucket files at 127.0.0.1:9.']],
  ]);
  // The other file is in the store that answers.
  const broken = { percent: 100, examine: () => Promise.reject(new BlobStoreError('It cannot be read.')) };
  await expect(examineIn(storage.stores, undefined, broken)).rejects.toThrow('It cannot be read.');
});
