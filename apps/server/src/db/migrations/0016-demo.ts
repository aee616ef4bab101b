import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Throwaway accounts of the demo, and when each ends. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const big = sql.raw(postgres ? 'bigint' : 'integer');
  await sql`alter table users add column demo_until ${big}`.execute(db);
  await sql`create index users_demo_until on users (demo_until) where demo_until is not null`.execute(db);
};
