import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { normaliseKey } from '#ports/blob-store.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { damageFile, flipped, keyOf } from '#testing/damage-drill.ts';
import { createUploadClient, sha256, type UploadClient } from '#testing/upload-client.ts';
import { smallContentLimit } from './database-store.ts';
import { migrateSmallContents, MigrationError } from './migrate-blobs.task.ts';
import type { MigrationProgress } from './migration.task.ts';

let server: TestApp;
let client: UploadClient;
beforeEach(async () => {
  // An installation of the version before: everything is in the store.
  server = await createTestApp({ smallContentLimit: -1 });
  client = createUploadClient(await server.listen(), await server.signIn());
});
afterEach(() => server.close());

const migrate = (onProgress: (progress: MigrationProgress) => void = () => undefined) => {
  const { db, clock, node, storage } = server.parts;
  const options = { onProgress, onWait: () => undefined, requireFreeSpace: async () => undefined };
  const nodes = { others: async () => [], isNodeRunning: async () => false };
  return migrateSmallContents(options, { ...storage, ...nodes, db, clock, node });
};
const stored = async (): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of server.blobs.list()) keys.push(key);
  return keys;
};

it('small contents come into the database, and all files are read as before', async () => {
  const contents = [0, 1, 5_000, smallContentLimit, smallContentLimit + 1, 50_000].map((size) =>
    randomBytes(size),
  );
  const files = [];
  for (const [index, bytes] of contents.entries()) files.push(await client.put(`${index}.bin`, bytes));
  const [, , third] = files;
  if (third === undefined) throw new Error('There is no third file.');
  const key = normaliseKey(await keyOf(server, third));
  expect(await migrate()).toEqual({ moved: 4, bytes: 5_001 + smallContentLimit, damaged: [] });
  const { db } = server.parts;
  expect(
    await db.selectFrom('blobs').select('size').where('store_id', 'is', null).orderBy('size').execute(),
  ).toEqual([0, 1, 5_000, smallContentLimit].map((size) => ({ size })));
  expect(await stored()).toHaveLength(2);
  for (const [index, file] of files.entries())
    expect(await client.downloadedSha256(file)).toBe(sha256(contents[index] ?? Buffer.alloc(0)));
  // An archive that began before has the row as it was.
  const pieces: Buffer[] = [];
  for await (const piece of await server.parts.storage.stores.get(server.storeId).read(key))
    pieces.push(Buffer.from(piece));
  expect(Buffer.concat(pieces)).toEqual(contents[2]);
  // The bytes in the store can be put back for seven days.
  expect(await server.blobs.untrash(key)).toBe(true);
  await expect(migrate()).rejects.toThrow(MigrationError);
});

it('small contents come a page at a time, and damaged or missing ones stay where they are', async () => {
  const files = [];
  for (let index = 0; index < 230; index += 1) files.push(await client.put(`${index}.bin`, randomBytes(10)));
  const [altered, missing] = files;
  if (altered === undefined || missing === undefined) throw new Error('There are no files.');
  await damageFile(server, altered, flipped);
  await damageFile(server, missing, () => undefined);
  const steps: number[] = [];
  const { moved, damaged } = await migrate((step) => steps.push(step.moved));
  expect(moved).toBe(228);
  expect(steps).toEqual([198, 228]);
  expect(damaged.map(({ reason }) => reason).toSorted()).toEqual(['absent', 'altered']);
  const { db } = server.parts;
  const left = await db.selectFrom('blobs').select('key').where('store_id', 'is not', null).execute();
  expect(left.map(({ key }) => key).toSorted()).toEqual(
    [await keyOf(server, altered), await keyOf(server, missing)].toSorted(),
  );
  expect(await db.selectFrom('blob_bytes').select('key').execute()).toHaveLength(228);
});

it('a file that is deleted for good meanwhile takes no bytes', async () => {
  const file = await client.put('a.bin', randomBytes(10));
  const { db, storage } = server.parts;
  const inUse = storage.stores.inUse.bind(storage.stores);
  storage.stores.inUse = async () =>
    (await inUse()).map((store) => ({
      ...store,
      blobs: {
        ...store.blobs,
        read: async (key, span) => {
          const bytes = await store.blobs.read(key, span);
          await db.deleteFrom('items').where('id', '=', file.data.id).execute();
          await db.deleteFrom('blobs').execute();
          return bytes;
        },
      },
    }));
  await expect(migrate()).rejects.toThrow('in the database already');
  expect(await db.selectFrom('blob_bytes').select('key').execute()).toEqual([]);
});
