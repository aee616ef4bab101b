import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** When bytes were last compared with their checksums, and which are damaged or missing. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const big = sql.raw(db.getExecutor().adapter instanceof PostgresAdapter ? 'bigint' : 'integer');

  await sql`alter table blobs add column verified_at ${big}`.execute(db);
  await sql`alter table blobs add column damaged_at ${big}`.execute(db);
  await sql`create index blobs_damaged on blobs (id) where damaged_at is not null`.execute(db);
  // A copy of what `blobs` knows, so that a listing reads the item alone.
  await sql`alter table items add column damaged_at ${big}`.execute(db);
  await sql`create index items_damaged on items (id) where damaged_at is not null`.execute(db);
};
