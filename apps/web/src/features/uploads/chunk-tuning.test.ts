import { expect, test } from 'vitest';
import { createChunkTuning, smallestChunk } from './chunk-tuning.ts';
import { createQueueBench, file } from './testing/queue-bench.ts';

const mib = 1024 * 1024;
const day = 24 * 60 * 60_000;

const withMemory = (kept?: string) => {
  const written: string[] = [];
  const clock = { now: 1_000_000 * day };
  const tuning = createChunkTuning(
    { read: () => kept, write: (value) => written.push(value) },
    () => clock.now,
  );
  return { tuning, written, now: clock.now };
};

test('requests are unlimited until one is refused', () => {
  const { tuning } = withMemory();
  expect(tuning.limit(64 * mib)).toBe(64 * mib);
});

test('a refused request halves the next ones, down to the smallest', () => {
  const { tuning } = withMemory();
  expect(tuning.shrink(64 * mib, 'refused')).toBe(true);
  expect(tuning.limit(64 * mib)).toBe(32 * mib);
  expect(tuning.limit(8 * mib)).toBe(8 * mib);
  while (tuning.shrink(tuning.limit(64 * mib), 'refused'));
  expect(tuning.limit(64 * mib)).toBe(smallestChunk);
});

test('a limit learned on an earlier visit holds for a week', () => {
  const { now } = withMemory();
  expect(withMemory(`${mib}@${now - day}`).tuning.limit(64 * mib)).toBe(mib);
  expect(withMemory(`${mib}@${now - 8 * day}`).tuning.limit(64 * mib)).toBe(64 * mib);
  expect(withMemory('nonsense').tuning.limit(64 * mib)).toBe(64 * mib);
});

const large = (megabytes: number) => file('a.bin', 'x'.repeat(megabytes * mib));
const lengths = (log: readonly string[]): number[] =>
  log
    .filter((line) => !line.startsWith('status'))
    .map((line) => /(\d+)-(\d+)$/.exec(line))
    .map((match) => Number(match?.[2]) - Number(match?.[1]));

test('a 413 of a proxy makes the chunks smaller immediately, and the upload continues', async () => {
  const bench = createQueueBench();
  bench.rules.chunkSize = 4 * mib;
  bench.server.faults.push({ kind: 'refuse', status: 413, code: 'unreadable' });
  bench.add([large(3)]);
  await bench.idle();
  expect(lengths(bench.server.log)).toEqual([3 * mib, 1.5 * mib, 1.5 * mib]);
  expect(bench.pauses).toEqual([]);
  expect(bench.remembered.at(-1)).toMatch(`${1.5 * mib}@`);
  expect(bench.server.stored.get('a.bin')).toHaveLength(3 * mib);
});

test('a timeout makes the chunks smaller for the next attempt', async () => {
  const bench = createQueueBench();
  bench.rules.chunkSize = 2 * mib;
  bench.server.faults.push({ kind: 'refuse', status: 504, code: 'unreadable' });
  bench.add([large(4)]);
  await bench.idle();
  expect(lengths(bench.server.log)).toEqual([2 * mib, mib, mib, mib, mib]);
  expect(bench.pauses).toEqual([2000]);
});

test('a timeout of a short request means a slow server: later requests stay long', async () => {
  const bench = createQueueBench();
  bench.rules.chunkSize = 4 * mib;
  bench.server.faults.push({ kind: 'refuse', status: 504, code: 'unreadable' }, undefined, undefined, {
    kind: 'refuse',
    status: 504,
    code: 'unreadable',
  });
  bench.add([file('short.bin', 'x'.repeat(mib / 2)), large(4.5)]);
  await bench.idle();
  const half = mib / 2;
  expect(lengths(bench.server.log)).toEqual([half, half, 4 * mib, half, half]);
  expect(bench.remembered).toEqual([]);
});

test('the limit of the application itself is final, however small the request', async () => {
  const bench = createQueueBench();
  bench.rules.chunkSize = 2 * mib;
  bench.server.faults.push({ kind: 'refuse', status: 413, code: 'upload.over_limit' });
  bench.add([large(1)]);
  await bench.idle();
  expect(bench.failures).toMatchObject([{ reason: 'too_large' }]);
  expect(bench.remembered).toEqual([]);
});

test('a refusal of even the smallest request is reported as too large', async () => {
  const bench = createQueueBench();
  bench.server.faults.push({ kind: 'refuse', status: 413, code: 'unreadable' });
  bench.add([file('small.txt', 'small')]);
  await bench.idle();
  expect(bench.failures).toMatchObject([{ reason: 'too_large' }]);
});
