import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import type { JobsService, NewJob } from '#features/jobs/index.ts';
import type { Clock } from '#ports/clock.ts';
import { insertDay, removeDaysBefore } from './usage.repo.ts';
import { beginningOf, dateOf, dayOf, daysKept } from './usage.rules.ts';

export interface MeteringDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: JobsService;
}

export interface Metering {
  /** Sees to it that there is a job for the next day that is to be metered; to be called from time to time. */
  plan(): Promise<void>;
}

const jobKind = 'metering';
/** Twelve attempts take about two days; what is given up the next day's job makes up for. */
const maxAttempts = 12;

interface Payload {
  /** The first day that is not metered yet. */
  readonly from: number;
}

/** Of a day one job is open, on whatever node. */
const jobOf = (from: number, day: number): NewJob => ({
  kind: jobKind,
  payload: { from } satisfies Payload,
  dedupeKey: dateOf(day),
  runAt: beginningOf(day),
});

/**
 * Gives everybody who stores anything a row for each day, also for those on which nothing moves. Each day's job
 * adds the next one's, so that the queue itself remembers from where on days are missing: after a time in
 * which no server ran the job that waits makes up for all of them, since nothing can have changed meanwhile.
 */
export const createMetering = ({ db, clock, jobs }: MeteringDeps): Metering => {
  const today = (): number => dayOf(clock.now());

  jobs.handle(jobKind, {
    maxAttempts,
    run: async (payload) => {
      const last = today();
      const { from } = payload as Payload;
      for (let day = Math.max(from, last - daysKept); day <= last; day += 1) {
        await insertDay(db, { day, end: beginningOf(day + 1) });
        await yieldToEventLoop();
      }
      await removeDaysBefore(db, last - daysKept);
      await jobs.enqueue([jobOf(last + 1, last + 1)]);
    },
    gaveUp: (payload) => jobs.enqueue([jobOf((payload as Payload).from, today() + 1)]),
  });

  return {
    plan: async () => {
      if (!(await jobs.isOpen(jobKind))) await jobs.enqueue([jobOf(today(), today())]);
    },
  };
};
