import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Places where bytes may lie that are put on record. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = sql.raw(postgres ? 'text collate "C"' : 'text');
  const strict = sql.raw(postgres ? '' : 'strict');

  await sql`create table storage_places (id ${text} primary key) ${strict}`.execute(db);
  // The first one bears no name of a move; what is on its way at this moment goes from it to the move's.
  await sql`insert into storage_places (id) select '' union all select id from storage_moves`.execute(db);
};
