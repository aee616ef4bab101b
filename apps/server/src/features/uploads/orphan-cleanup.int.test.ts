import { randomBytes } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Item } from '@holdall/contract/files';
import { expect, it } from 'vitest';
import {
  type BlobKey,
  type BlobStore,
  BlobStoreError,
  createBlobKey,
  normaliseKey,
  storeBytes,
} from '#ports/blob-store.ts';
import { eventually } from '#testing/eventually.ts';
import { createChecksum } from '#lib/checksum.ts';
import { answerOn, chunkName, sha256 } from '#testing/upload-client.ts';
import { useUploads } from '#testing/use-uploads.ts';
import type { Stores } from '#features/storage/index.ts';
import { createOrphanCleanup, CleanupBlockedError, type OrphanCleanupDeps } from './orphan-cleanup.ts';
import { createUploadSessions } from './upload-session.ts';
import { createUploadLocks } from './upload-lock.ts';
import { singleStore } from '#testing/single-store.ts';

const { server, client, signInAgain, staged } = useUploads({ smallContentLimit: -1 });

const day = 24 * 60 * 60 * 1000;
const bytes = randomBytes(1_000);

const newLocks = () => createUploadLocks({ ...server.parts, onError: server.parts.onBackgroundError });
const storeWith = (blobs: BlobStore) =>
  createUploadSessions({
    ...server.parts,
    stores: singleStore(blobs, server.storeId),
    createChecksum,
    cleanable: () => server.parts.storage.cleanable(),
    usage: server.services.usage,
    targets: server.fileTargets,
    locks: newLocks(),
  });
const cleanupOf = (own: Partial<OrphanCleanupDeps> = {}) =>
  createOrphanCleanup({
    ...server.parts,
    cleanable: () => server.parts.storage.cleanable(),
    locks: newLocks(),
    store: storeWith(server.blobs),
    ...own,
  });

const cleanableOf = (stores: Stores) => async () => ({
  stores: await stores.inUse(),
  blockedReason: undefined,
});

/** Counts the walks through all published blobs, each of which waits for the gate. */
const countingWalks = () => {
  const walks = { begun: 0, gate: Promise.resolve() };
  const { blobs } = server;
  const list = async function* list() {
    walks.begun += 1;
    await walks.gate;
    yield* blobs.list();
  };
  return { walks, cleanup: cleanupOf({ cleanable: cleanableOf(singleStore({ ...blobs, list })) }) };
};

it('a walk through published blobs runs once a day, not at the start', async () => {
  const { walks, cleanup } = countingWalks();
  const begun: number[] = [];
  for (const minutes of [0, 4, 2, 10, 60, 22 * 60, 2 * 60, 10]) {
    server.clock.advance(minutes * 60_000);
    await cleanup.sweep();
    begun.push(walks.begun);
  }
  expect(begun).toEqual([0, 0, 1, 1, 1, 1, 2, 2]);
});

it('sweeps do not overlap', async () => {
  const { walks, cleanup } = countingWalks();
  const { promise, resolve } = Promise.withResolvers<void>();
  walks.gate = promise;
  server.clock.advance(day);
  const first = cleanup.sweep();
  await eventually(() => expect(walks.begun).toBe(1));
  server.clock.advance(2 * day);
  const second = cleanup.sweep();
  resolve();
  await Promise.all([first, second]);
  expect(walks.begun).toBe(1);
  await cleanup.sweep();
  expect(walks.begun).toBe(2);
});

it('a start spares staged bytes that another process may be writing', async () => {
  const socket = client.open('POST /api/upload?name=a.bin HTTP/1.1\r\nContent-Length: 10');
  const answer = answerOn(socket);
  socket.write('hello');
  await eventually(async () => expect(await staged()).toHaveLength(1));
  await cleanupOf().clearStaging();
  socket.write('world');
  expect((await answer).status).toBe(201);
  socket.destroy();

  const lost = createBlobKey();
  await (await server.blobs.stage(lost, 0)).close();
  const old = Date.now() / 1000 - 11 * 60;
  await utimes(join(server.dataDir, 'staging', lost), old, old);
  await cleanupOf().clearStaging();
  expect(await staged()).toEqual([]);
});

it('staged bytes of a published file are orphans, those of an open upload are not', async () => {
  await client.put('a.bin', bytes);
  const { key } = await server.database.db.selectFrom('blobs').select('key').executeTakeFirstOrThrow();
  await (await server.blobs.stage(normaliseKey(key), 0)).close();
  const cleanup = cleanupOf();
  // A copy of the blob may be running.
  server.clock.advance(day / 2);
  await cleanup.clearStaging();
  expect(await staged()).toEqual([key]);
  await signInAgain();
  await client.chunk({ name: chunkName('b.bin'), offset: 0, is_last: false }, bytes.subarray(0, 400));
  server.clock.advance(day / 2 + 60_000);
  await cleanup.sweep();
  expect(await staged()).toHaveLength(1);
  expect(await staged()).not.toContain(key);
  expect(await published()).toEqual([key]);
});

/** Publishes bytes without rows, which age as the clock advances. */
const plantUnclaimed = async (count: number): Promise<BlobKey[]> => {
  const keys: BlobKey[] = [];
  for (let at = 0; at < count; at += 1) keys.push(await storeBytes(server.blobs, bytes));
  return keys;
};
const published = async (): Promise<BlobKey[]> => {
  const keys: BlobKey[] = [];
  for await (const { key } of server.blobs.list()) keys.push(key);
  return keys;
};

it('nothing is removed from a store that is not the installation’s own', async () => {
  const cleanup = cleanupOf();
  const [key] = await plantUnclaimed(1);
  await (await server.blobs.stage(createBlobKey(), 0)).close();
  const store = await server.parts.storage.openLocation({ kind: 'disk' });
  const own = (await store.owner()) ?? '';
  await store.setOwner('another');
  server.clock.advance(2 * day);
  await cleanup.clearStaging();
  await expect(cleanup.sweep()).rejects.toThrow(CleanupBlockedError);
  // The error is reported once a day.
  await cleanup.sweep();
  expect([await published(), await staged()]).toEqual([[key], [expect.anything()]]);
  await store.setOwner(own);
  server.clock.advance(2 * day);
  await cleanup.sweep();
  expect([await published(), await staged()]).toEqual([[], []]);
});

it('what a server with a copy of the database removes can be put back', async () => {
  await client.put('a.bin', bytes);
  const [key] = await published();
  // The copy was made before the upload.
  await server.database.db.deleteFrom('items').execute();
  await server.database.db.deleteFrom('blobs').execute();
  const cleanup = cleanupOf();
  server.clock.advance(2 * day);
  await cleanup.sweep();
  expect(await published()).toEqual([]);
  expect(await server.blobs.untrash(key ?? createBlobKey())).toBe(true);
  expect(await server.blobs.size(key ?? createBlobKey())).toBe(bytes.length);
});

it('all idle uploads expire while the store is unreachable', async () => {
  for (const each of ['a.bin', 'b.bin'])
    await client.chunk({ name: chunkName(each), offset: 0, is_last: false }, bytes.subarray(0, 400));
  server.clock.advance(2 * day);
  const away = cleanupOf({
    store: storeWith({
      ...server.blobs,
      discard: () => Promise.reject(new BlobStoreError('away')),
    }),
  });
  await expect(away.sweep()).rejects.toThrow('away');
  const { db } = server.database;
  expect(await db.selectFrom('upload_sessions').select('id').execute()).toEqual([]);
  expect(await db.selectFrom('quota_reservations').select('id').execute()).toEqual([]);
});

it('a walk that finds more orphans than a crash can leave removes none', async () => {
  const cleanup = cleanupOf();
  await client.put('a.bin', bytes);
  const [first, ...others] = await plantUnclaimed(21);
  server.clock.advance(2 * day);
  await expect(cleanup.sweep()).rejects.toThrow(
    '21 of 22 files and pictures in the storage are not on record.',
  );
  expect(await published()).toHaveLength(22);
  await server.blobs.remove(first ?? createBlobKey());
  server.clock.advance(day);
  await cleanup.sweep();
  const left = await published();
  expect(left).toHaveLength(1);
  expect(others).not.toContain(left[0]);
});

it('a walk trashes bytes that a killed migration to the database has left, however many', async () => {
  const cleanup = cleanupOf();
  const left = await plantUnclaimed(25);
  const row = { size: 1, sha256: 'ab', crc32: 1, created_at: 1, stored_by: null, store_id: null };
  await server.parts.db
    .insertInto('blobs')
    .values(left.map((key) => ({ ...row, id: key, key })))
    .execute();
  await client.put('a.bin', bytes);
  server.clock.advance(2 * day);
  await cleanup.sweep();
  expect(await published()).toHaveLength(1);
  expect(await server.blobs.untrash(left[0] ?? createBlobKey())).toBe(true);
});

it('an upload that is continued during the sweep stays', async () => {
  const name = chunkName('a.bin');
  await client.chunk({ name, offset: 0, is_last: false }, bytes.subarray(0, 400));
  server.clock.advance(day + 60_000);
  await signInAgain();
  const locks = newLocks();
  const cleanup = cleanupOf({
    locks: {
      ...locks,
      withLock: async (upload, abort, work) => {
        await client.chunk({ name, offset: 400, is_last: false }, bytes.subarray(400, 800));
        return locks.withLock(upload, abort, work);
      },
    },
  });
  await cleanup.sweep();
  expect(await client.offset(name)).toBe(800);
  const answer = await client.chunk({ name, offset: 800, is_last: true }, bytes.subarray(800));
  expect(answer.status).toBe(201);
  expect(await client.downloadedSha256((await answer.json()) as Item)).toBe(sha256(bytes));
});
