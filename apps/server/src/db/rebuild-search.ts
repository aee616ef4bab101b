import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Rebuilds SQLite's full-text index from the names; other writers wait meanwhile. */
export const rebuildSearch = async (db: Db): Promise<void> => {
  await sql`insert into search_index (search_index) values ('rebuild')`.execute(db);
};
