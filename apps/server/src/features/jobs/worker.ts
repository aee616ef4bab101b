import { randomBytes } from 'node:crypto';
import type { Db } from '#db/database.ts';
import type { JobRow } from '#db/tables/jobs.ts';
import type { Clock } from '#ports/clock.ts';
import { JobFailedError } from './jobs.errors.ts';
import {
  backoff,
  killBackoff,
  leaseMs,
  maxKills,
  pollEveryMs,
  reasonOf,
  renewEveryMs,
  runOf,
} from './jobs.rules.ts';
import {
  markJobDead,
  claimJobs,
  findNextDue,
  finishJob,
  listAbandoned,
  listLanesDue,
  listLeft,
  type LaneSearch,
  postponeJob,
  renewLease,
} from './jobs.repo.ts';
import type { JobHandler } from './jobs.types.ts';

export interface Worker {
  start(): void;
  nudge(): void;
  settled(): Promise<void>;
}

export interface WorkerDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly node: string;
  readonly handlers: ReadonlyMap<string, JobHandler>;
  readonly onError: (error: unknown) => void;
}

/** Minimum time between two polls without a notification, however much is due. */
const leastRestMs = 20;

/** The error of an interrupted attempt, which does not count against the job. */
const interrupted = 'The server stopped meanwhile.';
const abandoned = 'The worker died, or was silent for too long.';

/** Runs the jobs of the registered kinds, each within the concurrency of its handler. */
export const createWorker = ({ db, clock, node, handlers, onError }: WorkerDeps): Worker => {
  const claimedBy = runOf(node, randomBytes(8).toString('hex'));
  const stopping = new AbortController();
  const running = new Map<Promise<void>, JobRow>();
  let started = false;
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;
  let pollAgain = false;
  let renewedAt = 0;
  let tookBack = false;
  /** The lane that was served last, by kind. */
  const lastLanes = new Map<string, string>();

  const giveUp = async (job: JobRow, reason: string): Promise<void> => {
    // Called first: if the server ended in between, the job would be given up once more.
    await handlers.get(job.kind)?.gaveUp?.(JSON.parse(job.payload), reason);
    await markJobDead(db, job, { now: clock.now(), reason });
    onError(new JobFailedError(`The job ${job.id} (${job.kind}) was given up: ${reason}`));
  };

  const failed = async (job: JobRow, error: unknown): Promise<void> => {
    const now = clock.now();
    const reason = reasonOf(error);
    if (stopping.signal.aborted) {
      const attempts = job.attempts - 1;
      return postponeJob(db, job, { run_at: now, last_error: interrupted, attempts });
    }
    if (error instanceof JobFailedError || job.attempts >= job.max_attempts) return giveUp(job, reason);
    return postponeJob(db, job, {
      run_at: now + backoff(job.attempts),
      last_error: reason,
      attempts: job.attempts,
    });
  };

  const work = async (job: JobRow, handler: JobHandler): Promise<void> => {
    try {
      const attempt = { id: job.id, number: job.attempts, signal: stopping.signal };
      await handler.run(JSON.parse(job.payload), attempt);
    } catch (error) {
      return failed(job, error);
    }
    await finishJob(db, job, clock.now());
  };

  const begin = (job: JobRow, handler: JobHandler): void => {
    // If the queue itself fails, the lease expires, and the job runs again.
    const done = work(job, handler)
      .catch(onError)
      .finally(() => {
        running.delete(done);
        poll();
      });
    running.set(done, job);
  };

  const renewLeases = async (now: number): Promise<void> => {
    if (now - renewedAt < renewEveryMs) return;
    renewedAt = now;
    for (const job of running.values()) await renewLease(db, job, now + leaseMs);
  };

  /** Releases a job whose worker is gone; one that repeatedly ends its worker is given up. */
  const free = async (job: JobRow, now: number): Promise<void> => {
    const kills = job.kills + 1;
    if (kills >= maxKills) return giveUp(job, abandoned);
    const attempts = job.attempts - 1;
    return postponeJob(db, job, { run_at: now + killBackoff(kills), last_error: abandoned, attempts, kills });
  };
  /**
   * Reports a job that cannot be released and retries it when a new lease expires, so that it does not delay
   * others.
   */
  const freeEach = async (jobs: readonly JobRow[], now: number): Promise<void> => {
    for (const job of jobs)
      try {
        await free(job, now);
      } catch (error) {
        onError(error);
        await renewLease(db, job, now + leaseMs);
      }
  };
  const freeAbandoned = async (now: number): Promise<void> =>
    freeEach(await listAbandoned(db, [...handlers.keys()], now), now);
  /** Releases what an earlier run of this node has left running, without waiting for its leases to expire. */
  const takeBack = async (now: number): Promise<void> => {
    if (tookBack) return;
    await freeEach(await listLeft(db, [...handlers.keys()], { node, run: claimedBy }), now);
    tookBack = true;
  };

  const freeSlots = (kind: string, { concurrency = 1 }: JobHandler): number =>
    concurrency - [...running.values()].filter((job) => job.kind === kind).length;

  /** Returns the next lanes to serve, and wraps around at the last one. */
  const nextLanes = async (search: Omit<LaneSearch, 'after'>): Promise<string[]> => {
    const after = lastLanes.get(search.kind);
    const lanes = await listLanesDue(db, { ...search, after });
    if (lanes.length > 0 || after === undefined) return lanes;
    return listLanesDue(db, { ...search, after: undefined });
  };

  const claim = async (): Promise<void> => {
    for (const [kind, handler] of handlers) {
      let found = true;
      while (found) {
        const slots = freeSlots(kind, handler);
        if (slots <= 0 || stopping.signal.aborted) break;
        found = false;
        // A lease counts from the claim: by one that counts from a long poll's start a job would run twice.
        const now = clock.now();
        const lanes = await nextLanes({ kind, limit: slots, now });
        const limit = Math.floor(slots / lanes.length);
        for (const lane of lanes) {
          lastLanes.set(kind, lane);
          const query = { kind, lane, limit, now, leaseUntil: now + leaseMs, claimedBy };
          for (const job of await claimJobs(db, query)) {
            begin(job, handler);
            found = true;
          }
        }
      }
    }
  };

  /** Returns the milliseconds until the next poll: until a job is due, or a lease must be renewed. */
  const restMs = async (now: number): Promise<number> => {
    const free = [...handlers].filter(([kind, handler]) => freeSlots(kind, handler) > 0);
    const due =
      free.length === 0
        ? undefined
        : await findNextDue(
            db,
            free.map(([kind]) => kind),
          );
    return due === undefined ? pollEveryMs : Math.min(pollEveryMs, Math.max(leastRestMs, due - now));
  };

  const pollOnce = async (): Promise<number> => {
    try {
      const now = clock.now();
      await renewLeases(now);
      await takeBack(now);
      await freeAbandoned(now);
      await claim();
      return await restMs(clock.now());
    } catch (error) {
      onError(error);
      return pollEveryMs;
    }
  };

  const poll = (): void => {
    if (!started || stopping.signal.aborted) return;
    if (polling !== undefined) {
      pollAgain = true;
      return;
    }
    clearTimeout(timer);
    pollAgain = false;
    polling = pollOnce().then((rest) => {
      polling = undefined;
      if (stopping.signal.aborted) return;
      if (pollAgain) poll();
      else timer = setTimeout(poll, rest).unref();
    });
  };

  return {
    start: () => {
      started = true;
      poll();
    },
    nudge: poll,
    settled: async () => {
      stopping.abort(new Error(interrupted));
      clearTimeout(timer);
      await polling;
      await Promise.allSettled(running.keys());
    },
  };
};
