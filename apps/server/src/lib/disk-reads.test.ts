import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createDiskReads, type DiskReads } from './disk-reads.ts';
import { sharedBuffer } from './buffer-pool.ts';

let folder: string;
const bytes = randomBytes(300_000);
const pathOf = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdall-reads-'));
  await writeFile(pathOf('file'), bytes);
  await symlink(pathOf('file'), pathOf('link'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const onError = vi.fn<(error: unknown) => void>();
let reads: DiskReads;
const patiently = { timeout: 30_000, interval: 20 };
/** The thread gets no reads before it runs, and pauses after a slow file, as on a busy machine. */
const untilItReads = (): Promise<void> =>
  vi.waitFor(async () => {
    expect(await reads.fill(pathOf('file'), 0, sharedBuffer(1))).toBe(true);
  }, patiently);
beforeEach(() => {
  onError.mockClear();
  reads = createDiskReads(onError);
});
afterEach(() => reads.close());

test('concurrent reads fill their own memory each', async () => {
  const memory = sharedBuffer(100_000);
  const other = sharedBuffer(50_000);
  const wanted = [
    [0, memory.subarray(0, 60_000)],
    [200_000, memory.subarray(70_000)],
    [123_456, other],
  ] as const;
  await vi.waitFor(async () => {
    const asked = wanted.map(([start, target]) => reads.fill(pathOf('file'), start, target));
    expect(await Promise.all(asked)).toEqual([true, true, true]);
  }, patiently);
  for (const [start, target] of wanted)
    expect(target.equals(bytes.subarray(start, start + target.length))).toBe(true);
  expect(memory.subarray(60_000, 70_000).equals(Buffer.alloc(10_000))).toBe(true);
});

test.each([
  ['nothing', { name: 'absent', start: 0 }],
  ['a link', { name: 'link', start: 0 }],
  ['a folder', { name: '.', start: 0 }],
  ['a file that has fewer bytes', { name: 'file', start: bytes.length - 9 }],
])('%s is left to the caller', async (_what, { name, start }) => {
  await untilItReads();
  expect(await reads.fill(pathOf(name), start, sharedBuffer(10))).toBe(false);
  // It goes on.
  await untilItReads();
});

test('memory that threads cannot share stays unchanged', async () => {
  const target = Buffer.alloc(10, 7);
  await untilItReads();
  expect(await reads.fill(pathOf('file'), 0, target)).toBe(false);
  expect(target.equals(Buffer.alloc(10, 7))).toBe(true);
});

test('it gets no reads before it runs, nor when it is closed', async () => {
  expect(await reads.fill(pathOf('file'), 0, sharedBuffer(1))).toBe(false);
  await untilItReads();
  await reads.close();
  expect(await reads.fill(pathOf('file'), 0, sharedBuffer(1))).toBe(false);
  expect(onError).not.toHaveBeenCalled();
});

/** A fake thread that reports every read as done, in a given time. */
const answering = (milliseconds: number): URL =>
  new URL(
    `data:text/javascript,import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ id }) => parentPort.postMessage({ id, failed: [], milliseconds: ${milliseconds} }));`,
  );

test.each([
  ['after one that took long', { milliseconds: 1_000, before: 1 }],
  ['where each takes longer than from memory', { milliseconds: 2, before: 3 }],
])('others are read without it %s', async (_when, { milliseconds, before }) => {
  await reads.close();
  reads = createDiskReads(onError, answering(milliseconds));
  for (let read = 0; read < before; read += 1) await untilItReads();
  expect(await reads.fill(pathOf('file'), 0, sharedBuffer(1))).toBe(false);
  // Not for ever.
  await untilItReads();
});

test('a caller that waits when the thread ends reads by itself', async () => {
  await reads.close();
  // It never answers but once.
  const script = `data:text/javascript,import { parentPort } from 'node:worker_threads';
    parentPort.once('message', ({ id }) => parentPort.postMessage({ id, failed: [], milliseconds: 0 }));
    setInterval(() => undefined, 1_000);`;
  reads = createDiskReads(onError, new URL(script));
  await untilItReads();
  const waiting = reads.fill(pathOf('file'), 0, sharedBuffer(1));
  await reads.close();
  expect(await waiting).toBe(false);
});

test('everything is read without it after it fails, which is reported once', async () => {
  await reads.close();
  const script = `data:text/javascript,import { parentPort } from 'node:worker_threads';
    parentPort.once('message', () => { throw new Error('out of memory'); });`;
  reads = createDiskReads(onError, new URL(script));
  await vi.waitFor(async () => {
    expect(await reads.fill(pathOf('file'), 0, sharedBuffer(1))).toBe(false);
    expect(onError).toHaveBeenCalledTimes(1);
  }, patiently);
  expect(onError.mock.calls).toEqual([[expect.objectContaining({ message: 'out of memory' })]]);
  expect(await reads.fill(pathOf('file'), 0, sharedBuffer(1))).toBe(false);
});

test('everything is read without it if no thread can be started', async () => {
  reads = createDiskReads(onError, new URL('http://localhost/'));
  expect(await reads.fill(pathOf('file'), 0, sharedBuffer(1))).toBe(false);
  expect(await reads.fill(pathOf('file'), 0, sharedBuffer(1))).toBe(false);
  expect(onError).toHaveBeenCalledTimes(1);
});
