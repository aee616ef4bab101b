import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { blockBytes, blockCount } from './checksum-blocks.ts';
import { type ChecksumThread, createChecksumThread } from './checksum-thread.ts';
import { type Checksum, createChecksum } from './checksum.ts';

const large = 64 * blockBytes;
const bytes = randomBytes(3 * blockBytes + 12_345);

const onError = vi.fn();
let thread: ChecksumThread;
beforeEach(() => {
  onError.mockClear();
  thread = createChecksumThread(onError);
});
afterEach(() => thread.close());

const sumsHere = async (...pieces: Uint8Array[]) => {
  const checksum = createChecksum(0);
  for (const piece of pieces) await checksum.update(piece);
  return checksum.sums();
};
const give = async (checksum: Checksum, whole: Uint8Array, pieceBytes: number): Promise<void> => {
  for (let at = 0; at < whole.length; at += pieceBytes)
    await checksum.update(whole.subarray(at, at + pieceBytes));
};

test.each([[bytes.length], [blockBytes], [65_536], [70_001], [2_000]])(
  'the thread computes the same sums from pieces of %i bytes',
  async (pieceBytes) => {
    const checksum = thread.create(large);
    await give(checksum, bytes, pieceBytes);
    expect(await checksum.sums()).toEqual(await sumsHere(bytes));
    await give(checksum, bytes, pieceBytes);
    expect(await checksum.sums()).toEqual(await sumsHere(bytes, bytes));
  },
);

test('empty input has sums, too', async () => {
  const checksum = thread.create(large);
  await checksum.update(new Uint8Array());
  expect(await checksum.sums()).toEqual(await sumsHere());
  expect(await checksum.copy().sums()).toEqual(await sumsHere());
});

test('concurrent checksums, which need more memory than there is, are computed separately', async () => {
  const files = Array.from({ length: 3 * blockCount }, (_, index) => bytes.subarray(index * 1_001));
  const sums = files.map(async (file) => {
    const checksum = thread.create(large);
    await give(checksum, file, blockBytes);
    return checksum.sums();
  });
  expect(await Promise.all(sums)).toEqual(await Promise.all(files.map((file) => sumsHere(file))));
});

test('a copy is independent', async () => {
  const checksum = thread.create(large);
  const [begin, one, other] = [bytes.subarray(0, 2_000_000), bytes.subarray(7), bytes.subarray(99)];
  await give(checksum, begin, 65_536);
  const copy = checksum.copy();
  await give(checksum, one, 65_536);
  await give(copy, other, 65_536);
  expect(await checksum.sums()).toEqual(await sumsHere(begin, one));
  expect(await copy.sums()).toEqual(await sumsHere(begin, other));
});

test('bytes may be changed as soon as they were taken', async () => {
  const checksum = thread.create(large);
  for (const piece of [bytes, bytes.subarray(0, 10)]) {
    const own = Buffer.from(piece);
    await checksum.update(own);
    await checksum.taken();
    own.fill(0);
  }
  expect(await checksum.sums()).toEqual(await sumsHere(bytes, bytes.subarray(0, 10)));
});

test('few bytes are computed without it', async () => {
  const checksum = thread.create(1_000);
  await thread.close();
  await checksum.update(bytes);
  expect(await checksum.sums()).toEqual(await sumsHere(bytes));
});

test('a failed thread loses its checksums, and others are computed without it', async () => {
  const script = new URL('data:text/javascript,throw new Error("out of memory")');
  const broken = createChecksumThread(onError, script);
  const checksum = broken.create(large);
  expect(checksum.isLost).toBe(false);
  // More than there is memory for: it is waited for until the thread is gone.
  await expect(give(checksum, randomBytes((blockCount + 1) * blockBytes), blockBytes)).rejects.toThrow(
    'out of memory',
  );
  expect(checksum.isLost).toBe(true);
  await expect(checksum.sums()).rejects.toThrow('out of memory');
  expect(onError).toHaveBeenCalledTimes(1);
  const next = broken.create(large);
  await next.update(bytes);
  expect(await next.sums()).toEqual(await sumsHere(bytes));
  await broken.close();
});

test('all are computed without it if no thread can be started', async () => {
  // Refused at once, as where a process may have no more threads.
  const none = createChecksumThread(onError, new URL('http://localhost/'));
  for (const expected of [large, large]) {
    const checksum = none.create(expected);
    await checksum.update(bytes);
    expect(await checksum.sums()).toEqual(await sumsHere(bytes));
  }
  expect(onError).toHaveBeenCalledTimes(1);
  await none.close();
});

test('callers that wait for sums when the thread ends get an error', async () => {
  const checksum = thread.create(large);
  await give(checksum, bytes, blockBytes);
  const sums = checksum.sums();
  await Promise.all([expect(sums).rejects.toThrow('has ended'), thread.close()]);
  expect(onError).not.toHaveBeenCalled();
});
