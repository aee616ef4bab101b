import { setImmediate } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { Clock } from '#ports/clock.ts';
import { createId } from '#ports/ids.ts';
import { defaultMaxAttempts, keepMs } from './jobs.rules.ts';
import {
  countJobs,
  findKind,
  hasOpen,
  insertJobs,
  listJobsOf,
  listLatest,
  removeDead,
  removeFinished,
  removeReplaced,
  requeueJob,
  requeueJobs,
} from './jobs.repo.ts';
import type { JobHandler, JobsService, NewJob } from './jobs.types.ts';
import { createWorker } from './worker.ts';

export interface JobsDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** The name of this server, which survives a restart; no two servers run under one name at once. */
  readonly node: string;
  /** Receives failures of the queue itself, and of jobs that were given up. */
  readonly onError: (error: unknown) => void;
}

/** Rows that one statement inserts. */
const batchSize = 200;
/** Rows that one statement deletes. */
const sweptAtOnce = 1_000;

/** Keeps one job of each key, because PostgreSQL refuses a statement that meets the same key twice. */
const distinct = (jobs: readonly NewJob[]): NewJob[] => [
  ...new Map(
    jobs.map((job) => [job.dedupeKey === undefined ? job : `${job.kind} ${job.dedupeKey}`, job]),
  ).values(),
];

export const createJobsService = ({ db, clock, node, onError }: JobsDeps): JobsService => {
  const handlers = new Map<string, JobHandler>();
  const worker = createWorker({ db, clock, node, handlers, onError });

  return {
    handle: (kind, handler) => {
      handlers.set(kind, handler);
    },
    enqueue: async (jobs, trx = db) => {
      const now = clock.now();
      const rows = distinct(jobs).map(({ kind, payload, dedupeKey, lane = '', runAt }) => ({
        id: createId(now),
        kind,
        dedupe_key: dedupeKey ?? null,
        lane,
        payload: JSON.stringify(payload),
        run_at: runAt ?? now,
        max_attempts: handlers.get(kind)?.maxAttempts ?? defaultMaxAttempts,
        created_at: now,
      }));
      for (let from = 0; from < rows.length; from += batchSize)
        await insertJobs(trx, rows.slice(from, from + batchSize));
      if (trx === db) worker.nudge();
    },
    isOpen: (kind) => hasOpen(db, kind),
    nudge: () => worker.nudge(),
    start: () => worker.start(),
    settled: () => worker.settled(),
    sweep: async () => {
      const now = clock.now();
      for (const state of ['done', 'dead'] as const) {
        const old = { state, before: now - keepMs[state], limit: sweptAtOnce };
        // Yields to the event loop, which SQLite blocks while it deletes.
        while ((await removeFinished(db, old)) === sweptAtOnce) await setImmediate();
      }
    },
    forgetDone: async () => {
      const done = { state: 'done', before: Number.MAX_SAFE_INTEGER, limit: sweptAtOnce } as const;
      let forgotten = 0;
      for (;;) {
        const removed = await removeFinished(db, done);
        forgotten += removed;
        if (removed < sweptAtOnce) return forgotten;
        await setImmediate();
      }
    },
    counts: () => countJobs(db),
    page: async ({ kind, state, ...part }) => {
      const counts = await countJobs(db);
      const matching = counts.filter(
        (count) => (kind ?? count.kind) === count.kind && (state ?? count.state) === count.state,
      );
      const [first, ...more] = matching;
      const rows =
        first === undefined
          ? []
          : matching.length === counts.length
            ? await listLatest(db, part)
            : await listJobsOf(db, [first, ...more], part);
      return { rows, total: matching.reduce((sum, { count }) => sum + count, 0), counts };
    },
    retry: async (id) => {
      try {
        const kind = await requeueJob(db, id, clock.now());
        if (kind !== undefined) worker.nudge();
        return kind;
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        // Its key has a waiting or running job, which retries it already.
        const kind = await findKind(db, id);
        if (kind !== undefined) await removeReplaced(db, kind);
        return kind;
      }
    },
    dismiss: (id, note) =>
      inTransaction(db, async (trx) => {
        const kind = await removeDead(trx, id);
        if (kind !== undefined) await note(trx, kind);
        return kind;
      }),
    retryAll: async (kind) => {
      const requeued = await requeueJobs(db, kind, clock.now());
      await removeReplaced(db, kind);
      if (requeued > 0) worker.nudge();
      return requeued;
    },
  };
};
