import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** SQLite takes a row that replaces another one for neither a change nor a deletion. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return;
  await sql`create trigger activity_no_replacement before insert on activity
    when exists (select 1 from activity where id = new.id)
    begin select raise(abort, 'activity is append-only'); end`.execute(db);
};
