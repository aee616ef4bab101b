import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';

/** Returns the version that the database reports. */
export const findDatabaseVersion = async (db: Db): Promise<string> => {
  const { rows } = await (
    isPostgres(db)
      ? sql<{ version: string }>`select current_setting('server_version') as version`
      : sql<{ version: string }>`select sqlite_version() as version`
  ).execute(db);
  return rows[0]?.version ?? '';
};
