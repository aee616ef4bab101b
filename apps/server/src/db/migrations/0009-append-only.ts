import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** SQLite runs neither update nor delete triggers for a row that REPLACE removes. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return;
  await sql`create trigger activity_no_replacement before insert on activity
    when exists (select 1 from activity where id = new.id)
    begin select raise(abort, 'activity is append-only'); end`.execute(db);
};
