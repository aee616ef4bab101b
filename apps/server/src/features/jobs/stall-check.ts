import type { Db } from '#db/database.ts';
import type { Clock } from '#ports/clock.ts';
import { stalledAfterMs } from './jobs.rules.ts';
import { isStalled } from './stall-check.repo.ts';

/** Tells whether due jobs are not picked up, because no server of the installation runs them. */
export const createStallCheck =
  ({ db, clock }: { db: Db; clock: Clock }): (() => Promise<boolean>) =>
  () => {
    const now = clock.now();
    return isStalled(db, { now, since: now - stalledAfterMs });
  };
