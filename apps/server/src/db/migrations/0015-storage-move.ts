import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Blobs on their way from one storage to another, and which servers know of it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const big = sql.raw(postgres ? 'bigint' : 'integer');
  const int = sql.raw('integer');
  const text = sql.raw(postgres ? 'text collate "C"' : 'text');
  const strict = sql.raw(postgres ? '' : 'strict');

  await sql`create table storage_moves (
    id ${text} primary key,
    source ${text} not null,
    automatic ${int} not null,
    part ${text} not null,
    after ${text} not null,
    moved ${big} not null default 0,
    bytes ${big} not null default 0,
    created_at ${big} not null
  ) ${strict}`.execute(db);
  await sql`create table storage_readers (
    node ${text} primary key,
    move_id ${text} not null,
    seen_at ${big} not null
  ) ${strict}`.execute(db);
};
