import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { isPostgres } from '#db/item-set.ts';

/**
 * Does what only one program at a time may do, at whichever server. SQLite has one data directory, whose lock that is.
 *
 * @returns undefined where another one does it
 */
export const asOnlyMover = async <T extends object>(
  db: Db,
  work: () => Promise<T>,
): Promise<T | undefined> => {
  if (!isPostgres(db)) return work();
  const key = sql`hashtextextended('storage move ' || current_schema(), 0)`;
  return db.connection().execute(async (held) => {
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_lock(${key}) as free`.execute(held);
    if (rows[0]?.free !== true) return undefined;
    try {
      return await work();
    } finally {
      // Where its connection was cut, the lock went with it; what was done is done. The second word ends when the pool knows,
      // too, so that nobody else is given that connection.
      await sql`select pg_advisory_unlock(${key})`
        .execute(held)
        .catch(() => sql`select 1`.execute(held).catch(() => undefined));
    }
  });
};
