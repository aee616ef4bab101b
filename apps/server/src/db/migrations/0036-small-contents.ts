import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Bytes of small files are in the database; the row of such a blob names no store. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = sql.raw(postgres ? 'text collate "C"' : 'text');
  await sql`create table blob_bytes (
    key ${text} primary key references blobs (key) on delete cascade,
    bytes ${sql.raw(postgres ? 'bytea' : 'blob')} not null
  ) ${sql.raw(postgres ? '' : 'strict')}`.execute(db);
  if (!postgres) return;
  await sql`alter table blobs alter column store_id drop not null`.execute(db);
  // Most small files are compressed already, and those that are not are read more often than they are written.
  await sql`alter table blob_bytes alter column bytes set storage external`.execute(db);
};
