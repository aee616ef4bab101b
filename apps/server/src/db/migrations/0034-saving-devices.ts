import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Quick saves make one version only where one device has made them, so each content tells by which it was stored. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const text = sql.raw(db.getExecutor().adapter instanceof PostgresAdapter ? 'text collate "C"' : 'text');
  await sql`alter table blobs add column device ${text}`.execute(db);
};
