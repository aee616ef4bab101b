import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Makes SQLite's index of names anew of the names; nothing else is written meanwhile. */
export const rebuildSearch = async (db: Db): Promise<void> => {
  await sql`insert into search_index (search_index) values ('rebuild')`.execute(db);
};
