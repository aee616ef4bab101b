import { checkPostgres, type DatabaseCheck } from '#db/check/check-postgres.ts';
import { checkSqlite } from '#db/check/check-sqlite.ts';
import type { DatabaseChoice } from '#db/open-database.ts';

/**
 * Tries a database before it is chosen, as it will be used, and says what is wrong and what mends it. Nothing of
 * what it holds is changed, and tables of something else are refused.
 */
export const checkDatabase = (choice: DatabaseChoice): Promise<DatabaseCheck> =>
  choice.kind === 'sqlite' ? checkSqlite(choice.path) : checkPostgres(choice);
