import { PostgresAdapter } from 'kysely';
import type { Db } from '#db/database.ts';

/** Tells whether a database or transaction is PostgreSQL. */
export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;
