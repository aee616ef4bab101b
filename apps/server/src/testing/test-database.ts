import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { type DatabaseChoice, openDatabase, type PostgresChoice } from '#db/open-database.ts';

export interface TestDatabase {
  readonly db: Db;
  readonly dialect: 'sqlite' | 'postgres';
  readonly choice: DatabaseChoice;
  drop(): Promise<void>;
}

/** The dialect that this run of the tests is about; the postgres run names a server in HOLDALL_TEST_POSTGRES_URL. */
export const testDialect = (): 'sqlite' | 'postgres' =>
  process.env['HOLDALL_TEST_DIALECT'] === 'postgres' ? 'postgres' : 'sqlite';

/** The address of the server of this run, or of a database on it. */
export const testServerUrl = (database?: string): string => {
  const server = process.env['HOLDALL_TEST_POSTGRES_URL'];
  if (server === undefined) throw new Error('HOLDALL_TEST_POSTGRES_URL names no server');
  const url = new URL(server);
  if (database !== undefined) url.pathname = `/${database}`;
  return url.href;
};

/** Does something on the server of this run that is not done in a database of a test. */
export const onTestServer = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
  const db = openDatabase({ kind: 'postgres', url: testServerUrl(), poolSize: 1 });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
};

/** A database of a test that is there already. */
export const openTestDatabase = (choice: DatabaseChoice): TestDatabase => {
  const db = openDatabase(choice);
  return {
    db,
    dialect: choice.kind,
    choice,
    drop: async () => {
      await db.destroy();
      if (choice.kind === 'sqlite') return;
      const name = new URL(choice.url).pathname.slice(1);
      await onTestServer((server) =>
        sql`drop database if exists ${sql.id(name)} with (force)`.execute(server),
      );
    },
  };
};

/**
 * Creates a database on the server of this run. Each test has its own, not a schema in a shared one: the
 * migrator reads the whole catalogue, which is slow with a thousand schemas.
 */
export const makePostgres = async (schema: string, template?: string): Promise<PostgresChoice> => {
  const name = `holdall_t_${randomBytes(8).toString('hex')}`;
  const from = template === undefined ? sql`` : sql`template ${sql.id(template)}`;
  await onTestServer((server) => sql`create database ${sql.id(name)} ${from}`.execute(server));
  return { kind: 'postgres', url: testServerUrl(name), schema, poolSize: 10 };
};

/** An empty database of its own: with one schema on PostgreSQL, a file or memory on SQLite. */
export const createTestDatabase = async (sqlitePath = ':memory:'): Promise<TestDatabase> => {
  if (testDialect() === 'sqlite') return openTestDatabase({ kind: 'sqlite', path: sqlitePath });
  const schema = `t_${randomBytes(8).toString('hex')}`;
  const database = openTestDatabase(await makePostgres(schema));
  await sql`create schema ${sql.id(schema)}`.execute(database.db);
  return database;
};
