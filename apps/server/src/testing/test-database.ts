import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { type DatabaseChoice, openDatabase } from '#db/open-database.ts';

export interface TestDatabase {
  readonly db: Db;
  readonly dialect: 'sqlite' | 'postgres';
  readonly choice: DatabaseChoice;
  drop(): Promise<void>;
}

/** The dialect that this run of the tests is about; the postgres run names a server in HOLDALL_TEST_POSTGRES_URL. */
export const testDialect = (): 'sqlite' | 'postgres' =>
  process.env['HOLDALL_TEST_DIALECT'] === 'postgres' ? 'postgres' : 'sqlite';

/** A database of a test that is there already. */
export const openTestDatabase = (choice: DatabaseChoice): TestDatabase => {
  const db = openDatabase(choice);
  return {
    db,
    dialect: choice.kind,
    choice,
    drop: async () => {
      if (choice.kind === 'postgres')
        await sql`drop schema ${sql.ref(choice.schema ?? '')} cascade`.execute(db);
      await db.destroy();
    },
  };
};

/** An empty database of its own: a schema on PostgreSQL, a file or memory on SQLite. */
export const createTestDatabase = async (sqlitePath = ':memory:'): Promise<TestDatabase> => {
  if (testDialect() === 'sqlite') return openTestDatabase({ kind: 'sqlite', path: sqlitePath });
  const url = process.env['HOLDALL_TEST_POSTGRES_URL'];
  if (url === undefined) throw new Error('HOLDALL_TEST_POSTGRES_URL names no server');
  const schema = `t_${randomBytes(8).toString('hex')}`;
  const database = openTestDatabase({ kind: 'postgres', url, schema, poolSize: 6 });
  await sql`create schema ${sql.ref(schema)}`.execute(database.db);
  return database;
};
