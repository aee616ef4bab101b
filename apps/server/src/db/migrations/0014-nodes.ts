import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** The servers of an installation, and which of them takes in the bytes of an upload. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const big = sql.raw(postgres ? 'bigint' : 'integer');
  const int = sql.raw('integer');
  const text = sql.raw(postgres ? 'text collate "C"' : 'text');
  const strict = sql.raw(postgres ? '' : 'strict');

  await sql`create table nodes (
    id ${text} primary key,
    run ${text} not null,
    place ${text} not null,
    host ${text} not null,
    version ${text} not null,
    storage ${text} not null,
    key_check ${text} not null,
    clock_ahead ${big} not null,
    started_at ${big} not null,
    seen_at ${big} not null
  ) ${strict}`.execute(db);

  await sql`alter table upload_sessions add column holder ${text}`.execute(db);
  await sql`alter table upload_sessions add column held_until ${big} not null default 0`.execute(db);
  await sql`alter table upload_sessions add column takeovers ${int} not null default 0`.execute(db);
  await sql`alter table upload_sessions add column losses ${int} not null default 0`.execute(db);
};
