import { sql } from 'kysely';
import type { Trx } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';

/** KiB of pages in the writer's cache: the default, and for very large writes. */
const [usual, wide] = [16_384, 65_536];

/**
 * Runs the writing part of a transaction that touches thousands of rows. Each row is in a dozen indexes; with
 * the default cache SQLite writes the same page again for every next row on it. PostgreSQL needs no such
 * setting.
 */
export const withLargeWriteCache = async <T>(trx: Trx, work: () => Promise<T>): Promise<T> => {
  if (isPostgres(trx)) return work();
  await sql`pragma cache_size = ${sql.lit(-wide)}`.execute(trx);
  try {
    return await work();
  } finally {
    // Pages stay until the transaction ends, and are freed then.
    await sql`pragma cache_size = ${sql.lit(-usual)}`.execute(trx);
  }
};
