import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMemoryBlobStore } from '#adapters/blob-memory.ts';
import { type ChecksumThread, createChecksumThread } from '#lib/checksum-thread.ts';
import { createBlobKey } from '#ports/blob-store.ts';
import { sha256 } from '#testing/upload-client.ts';
import { createChecksums } from './upload-checksums.ts';
import { singleStore } from '#testing/single-store.ts';

const bytes = randomBytes(9_000_000);
let thread: ChecksumThread;
beforeEach(() => {
  thread = createChecksumThread(() => undefined);
});
afterEach(() => thread.close());

/** Stages so many bytes of an upload. */
const staged = async (received: number) => {
  const blobs = createMemoryBlobStore();
  const key = createBlobKey();
  const writer = await blobs.stage(key, 0);
  await writer.write(bytes.subarray(0, received));
  await writer.flush();
  await writer.close();
  const facts = { size: bytes.length, received, losses: 0 };
  const session = { id: 'one', store_id: 'store', staging_key: key, ...facts };
  let reads = 0;
  const read: typeof blobs.readStaged = (...args) => {
    reads += 1;
    return blobs.readStaged(...args);
  };
  return {
    checksums: createChecksums(singleStore({ ...blobs, readStaged: read }), thread.create),
    session,
    reads: () => reads,
    location: { location: 'staged', received } as const,
  };
};
/** Begins a checksum of the first bytes, counted by the thread. */
const begin = async () => {
  const checksum = thread.create(bytes.length);
  await checksum.update(bytes.subarray(0, 6_000_000));
  return checksum;
};

test('a remembered checksum is continued, and nothing is read again', async () => {
  const { checksums, session, reads, location } = await staged(6_000_000);
  const begun = await begin();
  await checksums.remember(session, begun);
  const checksum = await checksums.of(session, location);
  await checksum.update(bytes.subarray(6_000_000));
  expect((await checksum.sums()).sha256).toBe(sha256(bytes));
  expect(reads()).toBe(0);
});

test('an unknown checksum is computed from the store', async () => {
  const { checksums, session, reads, location } = await staged(6_000_000);
  const checksum = await checksums.of(session, location);
  expect((await checksum.sums()).sha256).toBe(sha256(bytes.subarray(0, 6_000_000)));
  expect(reads()).toBe(1);
});

test.each([
  ['once it was remembered', true],
  ['before it could be remembered', false],
])('a checksum lost with the thread %s is computed from the store', async (_when, isRemembered) => {
  const { checksums, session, reads, location } = await staged(6_000_000);
  const begun = await begin();
  if (isRemembered) await checksums.remember(session, begun);
  await thread.close();
  if (!isRemembered) await checksums.remember(session, begun);
  const checksum = await checksums.of(session, location);
  expect((await checksum.sums()).sha256).toBe(sha256(bytes.subarray(0, 6_000_000)));
  expect(reads()).toBe(1);
});
