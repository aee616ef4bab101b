import { sql } from 'kysely';
import { CopyRefusedError } from '#db/copy/source.ts';
import type { Trx } from '#db/database.ts';

/**
 * PostgreSQL's advisory lock for copying into a database, and for dropping an abandoned copy. It ends with its
 * connection.
 */
export const copyLock = sql`hashtextextended('holdall copy ' || current_database() || ' ' || current_schema(), 0)`;

/** Holds the lock until the transaction ends. @throws CopyRefusedError where another process holds it */
export const takeCopyLock = async (trx: Trx): Promise<void> => {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${copyLock}) as free`.execute(trx);
  if (rows[0]?.free !== true)
    throw new CopyRefusedError(
      'The target is the database that is in use, or another copy into it is running.',
    );
};
