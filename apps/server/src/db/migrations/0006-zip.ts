import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Selections that are too long for an address, remembered while their archive is downloaded. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const big = sql.raw(postgres ? 'bigint' : 'integer');
  const text = sql.raw(postgres ? 'text collate "C"' : 'text');
  const strict = sql.raw(postgres ? '' : 'strict');

  await sql`create table zip_selections (
    id ${text} primary key,
    principal ${text} not null,
    payload ${text} not null,
    created_at ${big} not null
  ) ${strict}`.execute(db);
  await sql`create index zip_selections_principal on zip_selections (principal, created_at)`.execute(db);
  await sql`create index zip_selections_created_at on zip_selections (created_at)`.execute(db);
};
