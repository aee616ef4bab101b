import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BlobKey, type BlobStore, normaliseKey } from '#ports/blob-store.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { createUploadClient, type UploadClient } from '#testing/upload-client.ts';
import { createChecksum } from '#lib/checksum.ts';
import { createBlobVerifier } from './blob-verifier.service.ts';
import { examine } from './doctor.ts';
import { singleStore } from '#testing/single-store.ts';

let server: TestApp;
let client: UploadClient;
beforeEach(async () => {
  server = await createTestApp();
  client = createUploadClient(await server.listen(), await server.signIn());
});
afterEach(() => server.close());

it('the doctor lists blobs, and looks up only those that the list lacks', async () => {
  const { blobs, storeId } = server;
  const { db, clock } = server.parts;
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
    // One was added after the listing.
    list: async function* list() {
      for await (const entry of blobs.list()) if (entry.key !== late) yield entry;
    },
  };
  const stores = singleStore(watched, storeId);
  const { checks } = await examine(
    {
      db,
      stores,
      cleanable: async () => ({ stores: [], blockedReason: undefined }),
      verifier: createBlobVerifier({
        ...server.parts,
        stores: server.parts.storage.stores,
        createChecksum,
        isOwn: async () => true,
      }),
      clock,
      dataDir: server.dataDir,
      alone: false,
    },
    { repair: false, readPercent: 0 },
  );
  expect(checks.find(({ check }) => check === 'blobs')).toMatchObject({
    state: 'failed',
    examined: 3,
    found: 1,
  });
  expect(new Set(asked)).toEqual(new Set([lost, late]));
  expect(asked).toHaveLength(2);
});
