import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';

/**
 * Runs work that only one program may do at a time, on any server. On SQLite the lock of the data directory
 * is enough.
 *
 * @returns undefined when another program is doing it
 */
export const asOnlyMigration = async <T extends object>(
  db: Db,
  work: () => Promise<T>,
): Promise<T | undefined> => {
  if (!isPostgres(db)) return work();
  // A server of an earlier version, which may run beside this one during an upgrade, has the same key.
  const key = sql`hashtextextended('storage move ' || current_schema(), 0)`;
  return db.connection().execute(async (held) => {
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_lock(${key}) as free`.execute(held);
    if (rows[0]?.free !== true) return undefined;
    try {
      return await work();
    } finally {
      // A closed connection has released the lock, and the work is done. The second statement ends once the
      // pool knows, too, so that the connection is not reused.
      await sql`select pg_advisory_unlock(${key})`
        .execute(held)
        .catch(() => sql`select 1`.execute(held).catch(() => undefined));
    }
  });
};
