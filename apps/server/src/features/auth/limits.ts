import type { Db } from '#db/database.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import { countEvents, forgetEvents, removeEventsBefore, takeEventBack } from './limits.repo.ts';
import { type Limit, longestWindow } from './limits.rules.ts';

export interface LimitsService {
  /**
   * Counts one more event of a key, or as many as `by` says.
   *
   * @param on where the caller is in a transaction
   * @throws limit.too_many where it is one too many
   */
  count(key: string, limit: Limit & { readonly by?: number }, on?: Db): Promise<void>;
  /** One event of a key was none that counts. */
  takeBack(key: string): Promise<void>;
  /** Begins anew with a key. */
  forget(key: string): Promise<void>;
  sweep(): Promise<void>;
}

/** How often something may happen, counted in the database: for all nodes together. */
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
