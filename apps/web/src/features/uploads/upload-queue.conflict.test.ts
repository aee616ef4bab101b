import { expect, test } from 'vitest';
import { createQueueBench, file, type QueueBench } from './testing/queue-bench.ts';
import type { Fault } from './testing/upload-server.ts';

const existing = { id: 'old', type: 'file', size: 1, modified_at: '2026-11-21T00:00:00.000Z' } as const;
const taken: Fault = { kind: 'refuse', status: 409, code: 'item.name_taken', existing };
const takenByFolder: Fault = { ...taken, existing: { ...existing, type: 'folder', size: null } };
const asked = (bench: QueueBench) => () => bench.queue.snapshot().asking > 0;
const stateOf = ({ queue }: QueueBench, name: string) =>
  queue.snapshot().entries.find((entry) => entry.path === name)?.state;
const idOf = ({ queue }: QueueBench, name: string): number =>
  queue.snapshot().entries.find((entry) => entry.path === name)?.id ?? 0;

test('a taken name asks, and the other files continue meanwhile', async () => {
  const bench = createQueueBench();
  bench.server.faults.push(taken);
  bench.add([file('a.txt', 'a'), file('b.txt', 'b')]);
  await bench.until(() => stateOf(bench, 'b.txt') === 'done');
  expect(stateOf(bench, 'a.txt')).toBe('asking');
  expect(bench.queue.snapshot()).toMatchObject({ asking: 1, done: 1, active: true });
  expect(bench.failures).toEqual([]);
});

test.each([
  ['keep_both', 'rename'],
  ['replace', 'replace'],
] as const)('the answer %s goes to the server as %s, for the same upload', async (choice, onConflict) => {
  const bench = createQueueBench();
  bench.server.faults.push(taken);
  bench.add([file('a.txt', 'a')]);
  await bench.until(asked(bench));
  bench.queue.answer(idOf(bench, 'a.txt'), choice, false);
  await bench.idle();
  expect(stateOf(bench, 'a.txt')).toBe('done');
  const [first, second] = bench.server.jobs;
  expect([first?.onConflict, second?.onConflict]).toEqual(['refuse', onConflict]);
  expect(second?.uploadName).toBe(first?.uploadName);
  expect(bench.foldersChanged, 'what was replaced is taken off the listing').toEqual(
    choice === 'replace' ? [null] : [],
  );
});

test('the name of a large file is asked about before any of its bytes are sent', async () => {
  const bench = createQueueBench(15);
  bench.server.faults.push(taken);
  bench.add([file('large.bin', 'fifteen or more bytes'), file('small.bin', 'fewer')]);
  await bench.until(() => stateOf(bench, 'small.bin') === 'done');
  expect(stateOf(bench, 'large.bin')).toBe('asking');
  expect(bench.server.log).toEqual(['chunk large.bin 0-0', 'whole small.bin 0-5']);
  bench.queue.answer(idOf(bench, 'large.bin'), 'keep_both', false);
  await bench.idle();
  expect(bench.server.stored.get('large.bin')).toBe('fifteen or more bytes');
  expect(bench.server.log.slice(2)).toEqual([
    'chunk large.bin 0-0',
    'chunk large.bin 0-10',
    'chunk large.bin 10-20',
    'chunk large.bin 20-21',
  ]);
});

test('a name that is taken during the upload is asked about late, and nothing is sent twice', async () => {
  const bench = createQueueBench(5);
  bench.server.faults.push(undefined, undefined, taken);
  bench.add([file('a.bin', '0123456789abcdef')]);
  await bench.until(asked(bench));
  bench.queue.answer(idOf(bench, 'a.bin'), 'keep_both', false);
  await bench.idle();
  expect(bench.server.log).toEqual([
    'chunk a.bin 0-0',
    'chunk a.bin 0-10',
    'chunk a.bin 10-16',
    'status',
    'chunk a.bin 10-16',
  ]);
  expect(bench.server.stored.get('a.bin')).toBe('0123456789abcdef');
});

test('a large file that is skipped late is forgotten on the server', async () => {
  const bench = createQueueBench(5);
  bench.server.faults.push(undefined, taken);
  bench.add([file('a.bin', '0123456789abcdef')]);
  await bench.until(asked(bench));
  bench.queue.answer(idOf(bench, 'a.bin'), 'skip', false);
  await bench.idle();
  expect(bench.server.log).toEqual(['chunk a.bin 0-0', 'chunk a.bin 0-10', 'forget']);
});

test('an opening whose answer is lost is found at its offset, and is not repeated', async () => {
  const bench = createQueueBench(5);
  bench.server.faults.push({ kind: 'lose-answer' });
  bench.add([file('a.bin', '12345')]);
  await bench.idle();
  expect(bench.server.log).toEqual(['chunk a.bin 0-0', 'status', 'whole a.bin 0-5']);
  expect(bench.server.stored.get('a.bin')).toBe('12345');
});

test('a skipped file is settled, is no failure, and can be tried again', async () => {
  const bench = createQueueBench();
  bench.server.faults.push(taken);
  bench.add([file('a.txt', 'a')]);
  await bench.until(asked(bench));
  bench.queue.answer(idOf(bench, 'a.txt'), 'skip', false);
  await bench.idle();
  expect(bench.queue.snapshot()).toMatchObject({ skipped: 1, failed: 0, done: 0 });
  bench.queue.retryAll();
  expect(stateOf(bench, 'a.txt')).toBe('skipped');
  bench.queue.retry(idOf(bench, 'a.txt'));
  await bench.idle();
  expect(stateOf(bench, 'a.txt')).toBe('done');
});

test('an answer for all applies to files that ask already and to later ones, but not to the next choice', async () => {
  const bench = createQueueBench();
  bench.server.faults.push(taken, taken);
  bench.add([file('a.txt', 'a'), file('b.txt', 'b')]);
  await bench.until(() => bench.queue.snapshot().asking === 2);
  bench.queue.answer(idOf(bench, 'a.txt'), 'skip', true);
  await bench.idle();
  expect([stateOf(bench, 'a.txt'), stateOf(bench, 'b.txt')]).toEqual(['skipped', 'skipped']);
  expect(bench.server.log, 'the server has nothing of them to forget').not.toContain('forget');
  bench.server.faults.push(taken);
  bench.add([file('c.txt', 'c')]);
  await bench.until(asked(bench));
  expect(stateOf(bench, 'c.txt')).toBe('asking');
});

test('an answer for all applies to a file that meets a taken name later', async () => {
  const bench = createQueueBench();
  bench.server.faults.push(taken);
  const group = bench.queue.open(null);
  const [first, second] = [file('a.txt', 'a'), file('b.txt', 'b')];
  group.add([first]);
  await bench.until(asked(bench));
  bench.queue.answer(idOf(bench, 'a.txt'), 'skip', true);
  bench.server.faults.push(taken);
  group.add([second]);
  group.close();
  await bench.idle();
  expect(stateOf(bench, 'b.txt')).toBe('skipped');
});

test('an upload that asks can be cancelled', async () => {
  const bench = createQueueBench();
  bench.server.faults.push(taken);
  bench.add([file('Trip/a.txt', 'a')]);
  await bench.until(asked(bench));
  bench.queue.cancel(idOf(bench, 'Trip/a.txt'));
  expect(bench.queue.snapshot()).toMatchObject({ total: 0, active: false });
  expect(bench.folderEnds).toEqual([null]);
});

test('a folder with the name is never replaced: the user is asked again', async () => {
  const bench = createQueueBench();
  bench.server.faults.push(taken, takenByFolder, takenByFolder);
  bench.add([file('a.txt', 'a'), file('b.txt', 'b')]);
  await bench.until(() => bench.queue.snapshot().asking === 2);
  bench.queue.answer(idOf(bench, 'a.txt'), 'replace', true);
  await bench.until(() => bench.server.jobs.length === 3);
  await bench.until(() => stateOf(bench, 'a.txt') === 'asking');
  expect(stateOf(bench, 'b.txt'), 'replacing for all is no answer for a folder').toBe('asking');
  bench.queue.answer(idOf(bench, 'a.txt'), 'keep_both', true);
  await bench.idle();
  expect([stateOf(bench, 'a.txt'), stateOf(bench, 'b.txt')]).toEqual(['done', 'done']);
  expect(bench.server.jobs.map(({ onConflict }) => onConflict)).toEqual([
    'refuse',
    'refuse',
    'replace',
    'rename',
    'rename',
  ]);
});

test('a file in the place of a folder of the path is a failure: no answer would help', async () => {
  const bench = createQueueBench();
  bench.server.faults.push({ kind: 'refuse', status: 409, code: 'item.name_taken' });
  bench.add([file('Trip/a.txt', 'a')]);
  await bench.idle();
  expect(bench.queue.snapshot().asking).toBe(0);
  expect(bench.failures).toMatchObject([{ reason: 'name_taken' }]);
});

test('a file that was skipped with all others asks again when it is retried', async () => {
  const bench = createQueueBench();
  bench.server.faults.push(taken, taken);
  bench.add([file('a.txt', 'a'), file('b.txt', 'b')]);
  await bench.until(() => bench.queue.snapshot().asking === 2);
  bench.queue.answer(idOf(bench, 'a.txt'), 'skip', true);
  await bench.idle();
  bench.server.faults.push(taken);
  bench.queue.retry(idOf(bench, 'b.txt'));
  await bench.until(() => bench.server.jobs.length === 3);
  await bench.until(() => stateOf(bench, 'b.txt') !== 'uploading');
  expect(stateOf(bench, 'b.txt')).toBe('asking');
  bench.queue.answer(idOf(bench, 'b.txt'), 'replace', false);
  await bench.idle();
  expect([stateOf(bench, 'a.txt'), stateOf(bench, 'b.txt')]).toEqual(['skipped', 'done']);
});

test.each([
  [413, 'upload.over_limit'],
  [422, 'upload.blocked_type'],
  [422, 'request.invalid'],
  [423, 'storage.exceeded'],
])('a file that is refused with %i %s is not kept for after a reload', async (status, code) => {
  const bench = createQueueBench();
  bench.server.faults.push(
    { kind: 'refuse', status, code },
    { kind: 'refuse', status: 500, code: 'server.failed' },
  );
  bench.add([file('more than one chunk.bin', 'abcdefghijklmnop'), file('b.txt', 'b')]);
  await bench.idle();
  expect(bench.queue.snapshot().failed).toBe(2);
  expect(bench.queue.unfinished().map(({ entry }) => entry.name)).toEqual(['b.txt']);
});

test("a page that resumes after a reload continues the same upload at the server's offset", async () => {
  const bench = createQueueBench();
  bench.server.keep('abcdefghijklmnop-a.txt', '0123456789');
  const source = file('a.txt', '0123456789abcdef');
  if (source.kind !== 'file') throw new Error('unreachable');
  bench.add([{ ...source, continues: { uploadName: 'abcdefghijklmnop-a.txt', onConflict: 'rename' } }]);
  await bench.idle();
  expect(bench.server.log).toEqual(['status', 'chunk a.txt 10-16']);
  expect(bench.server.stored.get('a.txt')).toBe('0123456789abcdef');
  expect(bench.server.jobs[0]?.onConflict).toBe('rename');
});
