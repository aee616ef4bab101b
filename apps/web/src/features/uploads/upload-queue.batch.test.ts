import { expect, test, vi } from 'vitest';
import { createQueueBench, file } from './testing/queue-bench.ts';

const bench = () => createQueueBench(Number.POSITIVE_INFINITY, 8);
const small = (count: number) => Array.from({ length: count }, (_, at) => file(`${at}.txt`, `${at}`));
const names = (count: number) => Array.from({ length: count }, (_, at) => `${at}.txt`);

test('small files travel together, and each is done in its turn', async () => {
  const { queue, server, add, idle, items } = bench();
  add([...small(3), file('large.bin', '123456789'), file('last.txt', 'x')]);
  await idle();
  expect(server.log).toEqual(['batch 0.txt 1.txt 2.txt', 'whole large.bin 0-9', 'whole last.txt 0-1']);
  expect(server.load.most).toBe(1);
  expect(items.map((item) => item.data.attributes.name)).toEqual([...names(3), 'large.bin', 'last.txt']);
  expect(queue.snapshot()).toMatchObject({ done: 5, failed: 0, percent: 100 });
});

test('bytes of files that travel along are shown before their turn', async () => {
  const { queue, server, add, idle, until } = bench();
  server.hold();
  add(small(3));
  const sent = () => queue.snapshot().entries.map((entry) => entry.sent);
  await until(() => queue.snapshot().entries.some(({ state }) => state === 'processing'));
  expect(sent()).toEqual([1, 1, 1]);
  expect(queue.snapshot()).toMatchObject({ done: 0, processing: true });
  server.release();
  await idle();
  expect(queue.snapshot()).toMatchObject({ done: 3, percent: 100 });
});

test('bytes that were sent in vain no longer count', async () => {
  const { queue, server, add, idle, until } = bench();
  server.faults.push({ kind: 'break', after: 0 });
  server.hold();
  add(small(3));
  await until(() => queue.snapshot().entries.some(({ state }) => state === 'processing'));
  const retried = until(() => queue.snapshot().entries[0]?.state === 'retrying');
  server.release();
  await retried;
  expect(queue.snapshot().entries.map((entry) => entry.sent)).toEqual([1, 0, 0]);
  await idle();
  expect(queue.snapshot()).toMatchObject({ done: 3, failed: 0 });
});

test('a file counts as sent since its batch was, though its turn comes later', async () => {
  const { server, add, idle, until, queue, sentAts } = bench();
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000 });
  server.hold();
  add(small(2));
  await until(() => queue.snapshot().entries[0]?.state === 'processing');
  vi.setSystemTime(5_000);
  server.release();
  await idle();
  vi.useRealTimers();
  expect(sentAts).toEqual([1_000, 1_000]);
});

test('a file that is refused has its own failure, and a taken name its own question', async () => {
  const { queue, server, add, idle, until, failures } = bench();
  const existing = { id: 'x', type: 'file', size: 1, modifiedAt: '2026-01-01T00:00:00.000Z' } as never;
  server.faults.push(
    undefined,
    { kind: 'refuse', status: 422, code: 'upload.blocked_type' },
    { kind: 'refuse', status: 409, code: 'item.name_taken', existing },
  );
  add(small(4));
  await until(() => queue.snapshot().entries.some(({ state }) => state === 'asking'));
  expect(failures).toMatchObject([{ reason: 'blocked_type' }]);
  expect([...server.stored.keys()]).toEqual(['0.txt', '3.txt']);
  const [asking] = queue.snapshot().entries.filter(({ state }) => state === 'asking');
  queue.answer(asking?.id ?? 0, 'replace', false);
  await idle();
  expect(server.jobs.at(-1)).toMatchObject({ path: '2.txt', onConflict: 'replace' });
  expect([...server.stored.keys()]).toEqual(['0.txt', '3.txt', '2.txt']);
});

test('a batch that breaks off continues after the last file that was answered', async () => {
  const { queue, server, add, idle } = bench();
  server.faults.push(undefined, { kind: 'lose-answer' });
  add(small(4));
  await idle();
  // The second goes by itself: it may be the one that cannot be read.
  const sends = server.log.filter((entry) => entry !== 'status');
  expect(sends).toEqual(['batch 0.txt 1.txt 2.txt 3.txt', 'whole 1.txt 0-1', 'batch 2.txt 3.txt']);
  expect([...server.stored.keys()]).toEqual(names(4));
  expect(queue.snapshot()).toMatchObject({ done: 4, failed: 0 });
});

test.each([
  [413, 'in smaller ones', 4],
  [404, 'alone', 1],
] as const)('files of a batch that is refused with %i travel %s', async (status, _how, most) => {
  const { queue, server, add, idle, pauses } = bench();
  server.faults.push({ kind: 'refuse-batch', status });
  add(small(8));
  await idle();
  expect(pauses).toEqual([]);
  expect([...server.stored.keys()]).toEqual(names(8));
  expect(queue.snapshot()).toMatchObject({ done: 8, failed: 0 });
  const [first, ...later] = server.log.filter((entry) => entry !== 'status').map((entry) => entry.split(' '));
  expect(first).toHaveLength(9);
  for (const [kind, ...files] of later) expect(kind === 'batch' ? files.length : 1).toBeLessThanOrEqual(most);
});

test.each([
  ['that waits', 1, ['0.txt', '2.txt']],
  ['that is sent', 0, ['1.txt', '2.txt']],
])('a cancelled file %s breaks off its batch, and the others are sent again', async (_which, index, left) => {
  const { queue, server, add, idle, until } = bench();
  server.hold();
  add(small(3));
  await until(() => queue.snapshot().entries[0]?.state === 'processing');
  queue.cancel(queue.snapshot().entries[index]?.id ?? 0);
  server.release();
  await idle();
  expect([...server.stored.keys()]).toEqual(left);
  expect(queue.snapshot()).toMatchObject({ total: 2, done: 2, failed: 0 });
});

test('nothing is sent any more once the session is over', async () => {
  const { queue, server, add, until } = bench();
  server.hold();
  add(small(3));
  await until(() => queue.snapshot().entries[0]?.state === 'processing');
  queue.abandon();
  server.release();
  await new Promise((resolve) => setTimeout(resolve));
  expect(server.stored.size).toBe(0);
  expect(server.log).toEqual(['batch 0.txt 1.txt 2.txt']);
});

test('files that had no space are sent again once there is some', async () => {
  const { queue, server, add, idle, failures } = bench();
  const full = { kind: 'refuse', status: 423, code: 'storage.exceeded' } as const;
  // The second asks once more at its turn.
  server.faults.push(undefined, full, full, full, full, full, full);
  add(small(4));
  await idle();
  expect(failures).toMatchObject([{ reason: 'out_of_space' }]);
  expect(queue.snapshot()).toMatchObject({ done: 1, failed: 3 });
  queue.retryAll();
  await idle();
  expect(queue.snapshot()).toMatchObject({ done: 4, failed: 0 });
  expect([...server.stored.keys()]).toEqual(names(4));
});

test('a file that was stored before its turn is not failed for want of space', async () => {
  const { queue, server, add, idle } = bench();
  const full = { kind: 'refuse', status: 423, code: 'storage.exceeded' } as const;
  server.faults.push(undefined, full, undefined, full);
  add(small(3));
  await idle();
  expect(queue.snapshot()).toMatchObject({ done: 2, failed: 1 });
});

test('a short outage in a batch costs one pause', async () => {
  const { queue, server, add, idle, pauses } = bench();
  const away = { kind: 'refuse', status: 503, code: 'storage.unavailable' } as const;
  server.faults.push(away, away, away, away);
  add(small(4));
  await idle();
  expect(queue.snapshot()).toMatchObject({ done: 4, failed: 0 });
  expect(pauses).toEqual([2000]);
});

test('all files are cancelled with one word to the server, which may have stored some', async () => {
  const { queue, server, add, until, foldersChanged } = bench();
  server.hold();
  add(small(20), 'parent');
  await until(() => queue.snapshot().entries[0]?.state === 'processing');
  queue.cancelAll();
  server.release();
  await until(() => foldersChanged.length > 0);
  expect(server.log.filter((entry) => entry === 'forget').length).toBeLessThanOrEqual(2);
  expect(foldersChanged.length).toBeLessThanOrEqual(2);
  expect(server.stored.size).toBe(0);
});
