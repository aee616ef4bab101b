import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';

/** Serializes transactions that add demo accounts. SQLite has one writer anyway. */
export const lockDemos = async (trx: Trx): Promise<void> => {
  if (!isPostgres(trx)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`.execute(trx);
};

/** Includes accounts that are being deleted, because they still have data. */
export const countDemos = async (trx: Trx): Promise<number> => {
  const { count } = await trx
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('demo_until', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
};

export const markDemo = async (trx: Trx, userId: string, until: number): Promise<void> => {
  await trx.updateTable('users').set({ demo_until: until }).where('id', '=', userId).execute();
};

/** Lists demo accounts that have expired. */
export const listEnded = async (db: Db, now: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('demo_until', '<=', now)
    .where('deleting_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
};
