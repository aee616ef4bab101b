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
  /** Enqueues the job of the next day to be metered, unless there is one; called from time to time. */
  plan(): Promise<void>;
}

const jobKind = 'metering';
/** Twelve attempts take about two days. The next day's job makes up for one that gives up. */
const maxAttempts = 12;

interface Payload {
  /** The first day that is not metered yet. */
  readonly from: number;
}

/** Each day has one open job among all servers. */
const jobOf = (from: number, day: number): NewJob => ({
  kind: jobKind,
  payload: { from } satisfies Payload,
  dedupeKey: dateOf(day),
  runAt: beginningOf(day),
});

/**
 * Gives each account that stores anything a row for each day, even one without traffic. Each day's job adds
 * the next one, so the queue remembers the first missing day. After an outage the waiting job makes up for
 * all missing days, since nothing can have changed meanwhile.
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
