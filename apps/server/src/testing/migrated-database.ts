import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { type DatabaseConnection, type Driver, type PostgresDialect, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { createPostgresDialect } from '#db/dialects/postgres.ts';
import { openDatabase, openOn, type PostgresChoice } from '#db/open-database.ts';
import {
  createTestDatabase,
  makePostgres,
  onTestServer,
  openTestDatabase,
  type TestDatabase,
  testDialect,
} from '#testing/test-database.ts';

/** A database on PostgreSQL that one test after the other has for itself, with connections that stay open. */
interface Kept {
  readonly choice: PostgresChoice;
  readonly dialect: PostgresDialect;
  readonly driver: Driver;
  readonly catalogue: string;
}

/**
 * Migrating takes longer than most tests, so it is done once and copied from then on: on SQLite for each file of
 * tests, on PostgreSQL for all of them, where a test hands its copy on, emptied. One that a test has altered is
 * dropped, and the others go with the server.
 */
const spare: Kept[] = [];
/** Initial rows of a new schema, by table. */
const seeds = new Map<string, { readonly rows: string; readonly columns: readonly string[] }>();

/** Changes with every change to a table, column, index, constraint or trigger. */
const catalogueOf = async (db: Db): Promise<string> => {
  const last = (table: string) =>
    sql`(select concat(count(*), ' ', max(xmin::text::bigint)) from ${sql.table(table)})`;
  const { rows } = await sql<{ catalogue: string }>`
    select concat_ws(', ', ${last('pg_class')}, ${last('pg_attribute')}, ${last('pg_attrdef')},
      ${last('pg_constraint')}, ${last('pg_trigger')}) as catalogue`.execute(db);
  return rows[0]?.catalogue ?? '';
};

const tablesOf = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema() and tablename not like 'kysely%'`.execute(db);
  return rows.map(({ name }) => name);
};

const noteSeeds = async (db: Db): Promise<void> => {
  for (const name of await tablesOf(db)) {
    const { rows } = await sql<{ seeds: string | null }>`
      select jsonb_agg(row)::text as seeds from ${sql.table(name)} as row`.execute(db);
    const columns = await sql<{ name: string }>`
      select attname as name from pg_attribute
      where attrelid = ${`"${name}"`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
      db,
    );
    const found = rows[0]?.seeds;
    if (found) seeds.set(name, { rows: found, columns: columns.rows.map((column) => column.name) });
  }
};

/**
 * Leaves the rows that a new schema has. Truncating takes twenty times as long where a schema has many
 * tables with few rows. As a replica it asks no trigger: the activity log refuses what is done to every other table here.
 */
const emptyTables = async (db: Db): Promise<void> => {
  const names = await tablesOf(db);
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql
      .join(
        names.map((name) => sql`delete from ${sql.ref(name)}`),
        sql`;`,
      )
      .execute(trx);
    for (const [name, { rows, columns }] of seeds) {
      // Generated columns are left out.
      const list = sql.join(columns.map((column) => sql.ref(column)));
      await sql`insert into ${sql.table(name)} (${list})
        select ${list} from jsonb_populate_recordset(null::${sql.table(name)}, ${rows}::jsonb)`.execute(trx);
    }
  });
};

/**
 * Lends connections that stay open: Kysely would close them.
 *
 * @param inUse the connections that are lent now
 */
const lendConnections = (driver: Driver, inUse: Set<DatabaseConnection>): Driver => ({
  init: async () => undefined,
  acquireConnection: async () => {
    const connection = await driver.acquireConnection();
    inUse.add(connection);
    return connection;
  },
  beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
  commitTransaction: (connection) => driver.commitTransaction(connection),
  rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
  releaseConnection: async (connection) => {
    await driver.releaseConnection(connection);
    inUse.delete(connection);
  },
  destroy: async () => undefined,
});

/** Opens a database on lent connections. `end` returns once nothing runs on them any more. */
const openLent = ({ dialect, driver }: Pick<Kept, 'dialect' | 'driver'>) => {
  const inUse = new Set<DatabaseConnection>();
  const lent = lendConnections(driver, inUse);
  const db = openOn({
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (of) => dialect.createIntrospector(of),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => lent,
  });
  const end = async (): Promise<void> => {
    await db.destroy();
    while (inUse.size > 0) await setImmediate();
  };
  return { db, end };
};

const keep = async (choice: PostgresChoice): Promise<Kept> => {
  const dialect = createPostgresDialect(choice);
  const driver = dialect.createDriver();
  await driver.init();
  const { db } = openLent({ dialect, driver });
  if (seeds.size === 0) await noteSeeds(db);
  return { choice, dialect, driver, catalogue: await catalogueOf(db) };
};

const lend = (kept: Kept): TestDatabase => {
  const { choice, driver, catalogue } = kept;
  const { db, end } = openLent(kept);
  return {
    db,
    dialect: 'postgres',
    choice,
    drop: async () => {
      // Work that a test has left in the background must not write into the tables of the next one.
      await end();
      const { db: own } = openLent(kept);
      if ((await catalogueOf(own)) !== catalogue) {
        await driver.destroy();
        await openTestDatabase(choice).drop();
        return;
      }
      await emptyTables(own);
      spare.push(kept);
    },
  };
};

let sqliteFile: Promise<Buffer> | undefined;

/** The bytes of a database that has been migrated. */
const migratedFile = async (path: string): Promise<Buffer> => {
  const database = await createTestDatabase(path);
  await migrate(database.db);
  await database.drop();
  const bytes = await readFile(path);
  await rm(path);
  return bytes;
};

const createSqlite = async (path: string): Promise<TestDatabase> => {
  if (path === ':memory:') {
    const database = await createTestDatabase();
    await migrate(database.db);
    return database;
  }
  sqliteFile ??= migratedFile(path);
  await writeFile(path, await sqliteFile);
  return createTestDatabase(path);
};

/** The schema in the template and its copies. */
const schema = 'holdall';

/** The template's name depends on the migrations, because a shared server may have that of an earlier version. */
const nameTemplate = async (): Promise<string> => {
  const folder = new URL('../db/migrations/', import.meta.url);
  const hash = createHash('sha256');
  for (const name of (await readdir(folder)).toSorted()) {
    hash.update(name);
    // Read one after the other: their order is part of the sum.
    hash.update(await readFile(new URL(name, folder)));
  }
  return `holdall_template_${hash.digest('hex').slice(0, 16)}`;
};

const makeTemplate = async (name: string): Promise<void> => {
  const draft = await makePostgres(schema);
  const db = openDatabase(draft);
  await sql`create schema ${sql.id(schema)}`.execute(db);
  await migrate(db);
  await db.destroy();
  const made = new URL(draft.url).pathname.slice(1);
  await onTestServer((server) =>
    sql`alter database ${sql.id(made)} rename to ${sql.id(name)}`.execute(server),
  );
};

/** An arbitrary advisory lock, for creating the template. */
const templateLock = 7_205_180_499;

/** @returns the name of a migrated database without connections */
const findTemplate = async (): Promise<string> => {
  const name = await nameTemplate();
  await onTestServer((server) =>
    server.connection().execute(async (held) => {
      await sql`select pg_advisory_lock(${sql.lit(templateLock)})`.execute(held);
      const { rows } = await sql`select 1 from pg_database where datname = ${name}`.execute(held);
      if (rows.length === 0) await makeTemplate(name);
    }),
  );
  return name;
};

let template: Promise<string> | undefined;

const createPostgres = async (): Promise<TestDatabase> => {
  const used = spare.pop();
  if (used !== undefined) return lend(used);
  template ??= findTemplate();
  return lend(await keep(await makePostgres(schema, await template)));
};

/** A database of its own with the schema of this version and its first rows; on SQLite in the file that is named, or in memory. */
export const createMigratedDatabase = (sqlitePath: string): Promise<TestDatabase> =>
  testDialect() === 'sqlite' ? createSqlite(sqlitePath) : createPostgres();
