import type { Db } from '#db/database.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import { countEvents, forgetEvents, removeEventsBefore, takeEventBack } from './limits.repo.ts';
import { type Limit, longestWindow } from './limits.rules.ts';

export interface LimitsService {
  /**
   * Adds one event to a key, or `by` events.
   *
   * @param on the caller's transaction, if there is one
   * @throws limit.too_many
   */
  count(key: string, limit: Limit & { readonly by?: number }, on?: Db): Promise<void>;
  /** Subtracts an event that should not count. */
  takeBack(key: string): Promise<void>;
  /** Resets a key. */
  forget(key: string): Promise<void>;
  sweep(): Promise<void>;
}

/** Rate limits, counted in the database and therefore shared by all nodes. */
export const createLimits = ({ db, clock }: { db: Db; clock: Clock }): LimitsService => ({
  count: async (key, { most, window, by = 1 }, on = db) => {
    const now = clock.now();
    const { count, window_start: start } = await countEvents(on, key, { now, window, by });
    if (count > most)
      throw new AppError('limit.too_many', {
        retryAfter: Math.max(1, Math.ceil((start + window - now) / 1000)),
      });
  },
  takeBack: (key) => takeEventBack(db, key),
  forget: (key) => forgetEvents(db, key),
  sweep: () => removeEventsBefore(db, clock.now() - longestWindow),
});
