import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Adds events to a key, and returns the count in its current window, in one statement. */
export const countEvents = async (
  db: Db,
  key: string,
  { now, window, by }: { readonly now: number; readonly window: number; readonly by: number },
): Promise<{ count: number; window_start: number }> =>
  db
    .insertInto('rate_limits')
    .values({ key, window_start: now, count: by })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when rate_limits.window_start <= ${now - window} then ${by} else rate_limits.count + ${by} end`,
        window_start: sql<number>`case when rate_limits.window_start <= ${now - window} then ${now} else rate_limits.window_start end`,
      }),
    )
    .returning(['count', 'window_start'])
    .executeTakeFirstOrThrow();

/** Subtracts one event from a key. */
export const takeEventBack = async (db: Db, key: string): Promise<void> => {
  await db
    .updateTable('rate_limits')
    .set({ count: sql<number>`count - 1` })
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute();
};

export const forgetEvents = async (db: Db, key: string): Promise<void> => {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute();
};

export const removeEventsBefore = async (db: Db, before: number): Promise<void> => {
  await db.deleteFrom('rate_limits').where('window_start', '<', before).execute();
};
