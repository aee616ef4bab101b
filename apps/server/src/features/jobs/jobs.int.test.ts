import { expect, test } from 'vitest';
import { createJobsService, JobFailedError } from '#features/jobs/index.ts';
import { eventually } from '#testing/eventually.ts';
import { createSlowWork, job, useJobs } from '#testing/use-jobs.ts';

const queue = useJobs();
const { createNode, states } = queue;

test('jobs that are added while the worker is idle run at once, with their payload', async () => {
  const seen: unknown[] = [];
  const jobs = createNode({ run: async (payload) => void seen.push(payload) });
  jobs.start();
  await jobs.enqueue([job({ one: 1 }), job(['two'])]);
  await eventually(async () => {
    expect(await states()).toEqual([
      { state: 'done', attempts: 1 },
      { state: 'done', attempts: 1 },
    ]);
  });
  expect(seen).toEqual(expect.arrayContaining([{ one: 1 }, ['two']]));
});

test('a job waits for its time', async () => {
  const seen: unknown[] = [];
  const jobs = createNode({ run: async (payload) => void seen.push(payload) });
  jobs.start();
  await jobs.enqueue([job('later', { runAt: queue.clock.now() + 60_000 }), job('now')]);
  await eventually(() => expect(seen).toEqual(['now']));
  queue.clock.advance(60_001);
  jobs.nudge();
  await eventually(() => expect(seen).toEqual(['now', 'later']));
});

test('a lease counts from the claim, however long the poll has taken', async () => {
  const leases: (number | null)[] = [];
  const jobs = createNode({ run: async () => queue.clock.advance(10 * 60_000) });
  jobs.handle('after', {
    run: async (_payload, { id }) => {
      const row = await queue.db
        .selectFrom('jobs')
        .select('lease_until')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      leases.push(row.lease_until);
    },
  });
  await jobs.enqueue([job('long'), { kind: 'after', payload: {} }]);
  jobs.start();
  await eventually(() => expect(leases).toHaveLength(1));
  expect(leases[0]).toBeGreaterThan(queue.clock.now());
});

test('a key has one waiting job, and one added while it runs makes it run again', async () => {
  const work = createSlowWork();
  const jobs = createNode(work);
  await jobs.enqueue([job('a', { dedupeKey: 'k' }), job('b', { dedupeKey: 'k' })]);
  await jobs.enqueue([job('c', { dedupeKey: 'k' })]);
  expect(await states()).toEqual([{ state: 'waiting', attempts: 0 }]);
  jobs.start();
  await eventually(() => expect(work.started).toHaveLength(1));
  await jobs.enqueue([job('d', { dedupeKey: 'k' }), job('e', { dedupeKey: 'other' })]);
  work.end();
  await eventually(() => expect(work.started).toHaveLength(3));
  await eventually(async () => expect((await states()).map(({ state }) => state)).toEqual(['done', 'done']));
});

test('a job added while its key runs gets its turn in the lane of the new one', async () => {
  const seen: unknown[] = [];
  const jobs = createNode({
    run: async (payload) => {
      seen.push(payload);
      if (payload === 'look' && seen.length === 1)
        await jobs.enqueue([
          job('one', { lane: 'b' }),
          job('another', { lane: 'b' }),
          job('look', { dedupeKey: 'k', lane: 'b', runAt: queue.clock.now() }),
        ]);
    },
  });
  await jobs.enqueue([job('look', { dedupeKey: 'k', lane: 'a' })]);
  jobs.start();
  await eventually(() => expect(seen).toHaveLength(4));
  expect(seen.at(-1)).toBe('look');
});

test('a failing job is retried with growing delays, then given up with its reason', async () => {
  const tried: number[] = [];
  const begun: number[] = [];
  const givenUp: unknown[] = [];
  const jobs = createNode({
    maxAttempts: 3,
    run: async (_payload, { number }) => {
      begun.push(queue.clock.now());
      tried.push(number);
      throw new Error(`attempt ${number} failed`);
    },
    gaveUp: async (payload, reason) => void givenUp.push([payload, reason]),
  });
  jobs.start();
  await jobs.enqueue([job('p')]);
  /** Expects the delay before the next attempt in milliseconds, counted from the attempt at `index`. */
  const waitsFor = (index: number, milliseconds: number): Promise<void> =>
    eventually(async () => {
      const row = await queue.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
      expect(row.state).toBe('waiting');
      expect(row.run_at - (begun[index] ?? Infinity)).toBeGreaterThanOrEqual(milliseconds);
    });
  await waitsFor(0, 10_000);
  queue.clock.advance(10_000);
  jobs.nudge();
  await eventually(() => expect(tried).toEqual([1, 2]));
  await waitsFor(1, 60_000);
  queue.clock.advance(60_000);
  jobs.nudge();
  await eventually(async () => expect(await states()).toEqual([{ state: 'dead', attempts: 3 }]));
  expect(givenUp).toEqual([['p', 'attempt 3 failed']]);
  await eventually(() => expect(String(queue.failures)).toMatch(/given up: attempt 3 failed/));

  const [dead] = (await jobs.page({ state: 'dead', offset: 0, limit: 10 })).rows;
  expect(dead?.last_error).toBe('attempt 3 failed');
  expect(await jobs.counts()).toEqual([{ kind: 'test', state: 'dead', count: 1 }]);
  expect(await jobs.retry(dead?.id ?? '')).toBe('test');
  await eventually(() => expect(tried).toEqual([1, 2, 3, 1]));
});

test('a job that reports that retrying is pointless is given up at once', async () => {
  const jobs = createNode({
    run: async () => {
      throw new JobFailedError('broken for good');
    },
  });
  jobs.start();
  await jobs.enqueue([job(1)]);
  await eventually(async () => expect(await states()).toEqual([{ state: 'dead', attempts: 1 }]));
});

test('four workers run 200 jobs once each, within their concurrency', async () => {
  const done: unknown[] = [];
  let most = 0;
  for (let node = 0; node < 4; node += 1) {
    let atWork = 0;
    createNode({
      concurrency: 3,
      run: async (payload) => {
        atWork += 1;
        most = Math.max(most, atWork);
        await new Promise((resolve) => setImmediate(resolve));
        done.push(payload);
        atWork -= 1;
      },
    });
  }
  await queue.nodes[0]?.enqueue(Array.from({ length: 200 }, (_, index) => job(index)));
  for (const jobs of queue.nodes) jobs.start();
  await eventually(async () => expect((await states()).every(({ state }) => state === 'done')).toBe(true));
  expect(done).toHaveLength(200);
  expect(new Set(done).size).toBe(200);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(3);
});

test('the job of a silent worker passes to another one, and the first cannot end it any more', async () => {
  const silent = createSlowWork();
  const first = createNode(silent);
  first.start();
  await first.enqueue([job('x')]);
  await eventually(() => expect(silent.started).toEqual(['x']));
  const other = createSlowWork();
  const second = createNode(other);
  queue.clock.advance(91_000);
  second.start();
  await eventually(() => expect(other.started).toEqual(['x']));
  silent.end();
  await first.settled();
  expect(await states()).toEqual([{ state: 'running', attempts: 1 }]);
  other.end();
  await eventually(async () => expect(await states()).toEqual([{ state: 'done', attempts: 1 }]));
});

test('the lease of a long job is renewed', async () => {
  const work = createSlowWork();
  const jobs = createNode(work);
  jobs.start();
  await jobs.enqueue([job('long')]);
  await eventually(() => expect(work.started).toHaveLength(1));
  const lease = async () =>
    (await queue.db.selectFrom('jobs').select('lease_until').executeTakeFirstOrThrow()).lease_until ?? 0;
  const before = await lease();
  queue.clock.advance(60_000);
  jobs.nudge();
  await eventually(async () => expect(await lease()).toBeGreaterThanOrEqual(before + 60_000));
  expect(work.started).toHaveLength(1);
});

test('stopping claims no more jobs and releases running ones, which costs them no attempt', async () => {
  const work = createSlowWork();
  const jobs = createNode(work);
  jobs.start();
  await jobs.enqueue([job('under way'), job('waiting')]);
  await eventually(() => expect(work.started).toHaveLength(1));
  await jobs.settled();
  expect(await states()).toEqual([
    { state: 'waiting', attempts: 0 },
    { state: 'waiting', attempts: 0 },
  ]);
  await jobs.enqueue([job('after')]);
  expect(work.started).toHaveLength(1);
});

test('jobs belong to the transaction that adds them', async () => {
  const jobs = createNode({ run: async () => undefined });
  const rolledBack = queue.db.transaction().execute(async (trx) => {
    await jobs.enqueue([job(1)], trx);
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect(await states()).toEqual([]);
});

test('done jobs are removed after a day, given-up ones after a month', async () => {
  const jobs = createNode({
    run: async (payload) => {
      if (payload === 'bad') throw new JobFailedError('bad');
    },
  });
  jobs.start();
  await jobs.enqueue([job('good'), job('bad')]);
  await eventually(async () => expect((await states()).map(({ state }) => state)).toEqual(['done', 'dead']));
  await jobs.sweep();
  expect(await states()).toHaveLength(2);
  queue.clock.advance(25 * 60 * 60 * 1000);
  await jobs.sweep();
  expect((await states()).map(({ state }) => state)).toEqual(['dead']);
  queue.clock.advance(30 * 24 * 60 * 60 * 1000);
  await jobs.sweep();
  expect(await states()).toEqual([]);
});

test('any number is removed, a thousand by one statement', async () => {
  const finished = Array.from({ length: 2_300 }, (_, index) => ({
    id: `job ${index}`,
    kind: 'test',
    payload: '{}',
    state: 'done' as const,
    run_at: 0,
    max_attempts: 1,
    created_at: 0,
    finished_at: index < 2_250 ? queue.clock.now() - 25 * 60 * 60 * 1000 : queue.clock.now(),
  }));
  for (let start = 0; start < finished.length; start += 500)
    await queue.db
      .insertInto('jobs')
      .values(finished.slice(start, start + 500))
      .execute();
  const deleted: bigint[] = [];
  const watched = queue.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      deleted.push(result.numAffectedRows ?? 0n);
      return result;
    },
  });
  await createJobsService({
    db: watched,
    clock: queue.clock,
    node: 'here',
    onError: queue.failed,
  }).sweep();
  expect(deleted).toEqual([1_000n, 1_000n, 250n, 0n]);
  expect(await states()).toHaveLength(50);
});

test('a job enqueued while its last attempt fails runs once more', async () => {
  const { promise: enqueued, resolve: goOn } = Promise.withResolvers<void>();
  const attempts: number[] = [];
  const jobs = createNode({
    run: async (_payload, { number }) => {
      attempts.push(number);
      if (attempts.length > 1) return;
      await enqueued;
      throw new JobFailedError('not this time');
    },
  });
  jobs.start();
  await jobs.enqueue([job('again', { dedupeKey: 'key' })]);
  await eventually(() => expect(attempts).toEqual([1]));
  await jobs.enqueue([job('again', { dedupeKey: 'key' })]);
  goOn();
  await eventually(async () => expect(await states()).toEqual([{ state: 'done', attempts: 1 }]));
  expect(attempts).toEqual([1, 1]);
});
