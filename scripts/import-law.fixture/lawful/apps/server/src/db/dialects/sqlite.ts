import { DatabaseSync } from 'node:sqlite';
import { SqliteDialect } from 'kysely';

export const createDialect = () => new SqliteDialect({ database: new DatabaseSync(':memory:') as never });
