import { checkPostgres, type DatabaseCheck } from '#db/check/check-postgres.ts';
import { checkSqlite } from '#db/check/check-sqlite.ts';
import type { DatabaseChoice } from '#db/open-database.ts';

/**
 * Tries a database, as it will be used, before it is chosen, and reports faults with their remedies. Its
 * content stays unchanged; a database with tables of another program is refused.
 */
export const checkDatabase = (choice: DatabaseChoice): Promise<DatabaseCheck> =>
  choice.kind === 'sqlite' ? checkSqlite(choice.path) : checkPostgres(choice);
