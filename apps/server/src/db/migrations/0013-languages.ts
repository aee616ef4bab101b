import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** The languages that the application speaks, and what administrators have changed of their texts. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const big = sql.raw(postgres ? 'bigint' : 'integer');
  const int = sql.raw('integer');
  const text = sql.raw(postgres ? 'text collate "C"' : 'text');
  const strict = sql.raw(postgres ? '' : 'strict');

  await sql`create table languages (
    locale ${text} primary key,
    revision ${int} not null default 0,
    created_at ${big} not null
  ) ${strict}`.execute(db);
  await sql`create table translations (
    locale ${text} not null references languages (locale) on delete cascade,
    key ${text} not null,
    value ${text} not null,
    updated_at ${big} not null,
    primary key (locale, key)
  ) ${strict}`.execute(db);

  // The languages that ship with the application.
  await sql`insert into languages (locale, created_at) values
    ('en', 0), ('cs', 0), ('de', 0), ('es', 0), ('fr', 0), ('sk', 0)`.execute(db);
};
