import { describe, expect, it } from 'vitest';
import { JobFailedError, type JobHandler } from '#features/jobs/index.ts';
import { eventually } from '#testing/eventually.ts';
import { createSlowWork, job, useJobs } from '#testing/use-jobs.ts';

const queue = useJobs();
const { createNode, states } = queue;

/** Inserts a running job, as a node leaves it that is killed. */
const leaveRunning = (node: string, more: { attempts?: number; kills?: number } = {}) =>
  queue.db
    .updateTable('jobs')
    .set({
      state: 'running',
      claimed_by: `${node}:0123`,
      lease_until: queue.clock.now() + 90_000,
      attempts: 1,
      ...more,
    })
    .execute();

describe('a server that was killed', () => {
  it('resumes its jobs at once after its start, and leaves alone those of other nodes', async () => {
    const seen: unknown[] = [];
    const jobs = createNode({ run: async (payload) => void seen.push(payload) }, 'here');
    await jobs.enqueue([job('elsewhere')]);
    await leaveRunning('here2');
    await jobs.enqueue([job('mine')]);
    await leaveRunning('here');
    await queue.db
      .updateTable('jobs')
      .set({ claimed_by: 'here2:0123' })
      .where('payload', '=', '"elsewhere"')
      .execute();
    jobs.start();
    await eventually(() => expect(seen).toEqual(['mine']));
    await eventually(async () =>
      expect(await states()).toEqual([
        { state: 'running', attempts: 1 },
        { state: 'done', attempts: 1 },
      ]),
    );
  });

  it('does not spend an attempt of its jobs', async () => {
    const tried: number[] = [];
    const handler: JobHandler = {
      maxAttempts: 2,
      run: async (_payload, { number }) => void tried.push(number),
    };
    const jobs = createNode(handler, 'here');
    await jobs.enqueue([job('x')]);
    await leaveRunning('here', { attempts: 2, kills: 3 });
    jobs.start();
    await eventually(async () => expect((await states()).map(({ state }) => state)).toEqual(['waiting']));
    // Not at once: the job that ended it four times in a row may do so again.
    expect(tried).toEqual([]);
    queue.clock.advance(7 * 60_000);
    jobs.nudge();
    await eventually(async () => expect(await states()).toEqual([{ state: 'done', attempts: 2 }]));
    expect(tried).toEqual([2]);
  });

  it('gives a job up that it was running at ten such ends, without another attempt', async () => {
    const tried: unknown[] = [];
    const givenUp: unknown[] = [];
    const jobs = createNode(
      {
        run: async (payload) => void tried.push(payload),
        gaveUp: async (payload) => void givenUp.push(payload),
      },
      'here',
    );
    await jobs.enqueue([job('poison')]);
    await leaveRunning('here', { kills: 9 });
    jobs.start();
    await eventually(async () => expect(await states()).toEqual([{ state: 'dead', attempts: 1 }]));
    expect(givenUp).toEqual(['poison']);
    expect(tried).toEqual([]);
  });
});

describe('a job that cannot be freed', () => {
  it('is reported and retried later, and does not delay others', async () => {
    const seen: unknown[] = [];
    let tried = 0;
    const jobs = createNode(
      {
        run: async (payload) => void seen.push(payload),
        gaveUp: async () => {
          tried += 1;
          if (tried < 3) throw new JobFailedError('the store is away');
        },
      },
      'here',
    );
    await jobs.enqueue([job('poison')]);
    await leaveRunning('here', { kills: 9 });
    await jobs.enqueue([job('interrupted')]);
    await queue.db
      .updateTable('jobs')
      .set({ state: 'running', claimed_by: 'here:0123', lease_until: queue.clock.now() + 90_000 })
      .where('payload', '=', '"interrupted"')
      .execute();
    await jobs.enqueue([job('waiting')]);
    jobs.start();
    await eventually(() => expect(new Set(seen)).toEqual(new Set(['interrupted', 'waiting'])));
    expect(String(queue.failures)).toContain('the store is away');
    expect(tried).toBe(1);
    // Nor later, when its expired lease is found.
    for (const times of [2, 3]) {
      queue.clock.advance(91_000);
      await jobs.enqueue([job(`more ${times}`)]);
      await eventually(() => expect(seen).toContain(`more ${times}`));
      expect(tried).toBe(times);
    }
    await eventually(async () => expect((await states()).map(({ state }) => state)).toContain('dead'));
  });
});

describe('lanes', () => {
  const many = (lane: string, count: number) =>
    Array.from({ length: count }, (_, index) => job(`${lane}${index}`, { lane }));

  it('are served in turn, so that many jobs of one do not delay another', async () => {
    const seen: unknown[] = [];
    const jobs = createNode({ run: async (payload) => void seen.push(payload) });
    await jobs.enqueue(many('ada', 300));
    await jobs.enqueue([...many('bob', 2), ...many('eve', 1), job('nobody')]);
    jobs.start();
    await eventually(() => expect(seen).toHaveLength(304));
    expect(seen.slice(0, 7)).toEqual(['nobody', 'ada0', 'bob0', 'eve0', 'ada1', 'bob1', 'ada2']);
    expect(seen.slice(7)).toEqual(
      many('ada', 300)
        .slice(3)
        .map(({ payload }) => payload),
    );
  });

  it('with a long job leave no slot idle', async () => {
    const work = createSlowWork();
    const jobs = createNode({ ...work, concurrency: 3 });
    await jobs.enqueue(many('ada', 5));
    jobs.start();
    await eventually(() => expect(new Set(work.started)).toEqual(new Set(['ada0', 'ada1', 'ada2'])));
  });

  it('are skipped while their jobs are not due', async () => {
    const seen: unknown[] = [];
    const jobs = createNode({ run: async (payload) => void seen.push(payload) });
    await jobs.enqueue([
      job('later', { lane: 'a', runAt: queue.clock.now() + 60_000 }),
      job('now', { lane: 'b' }),
    ]);
    jobs.start();
    await eventually(() => expect(seen).toEqual(['now']));
    queue.clock.advance(60_001);
    jobs.nudge();
    await eventually(() => expect(seen).toEqual(['now', 'later']));
  });
});
