import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import type { Db } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { type DatabaseChoice, openDatabase } from '#db/open-database.ts';
import {
  createTestDatabase,
  makePostgres,
  onTestServer,
  openTestDatabase,
  type TestDatabase,
  testDialect,
} from '#testing/test-database.ts';

/**
 * Migrating takes longer than most tests, so it is done once and copied from then on: on SQLite for each file of
 * tests, on PostgreSQL for all of them, where the tests of a file hand their copy on, emptied. One that a test has
 * altered is dropped.
 */
const spare: DatabaseChoice[] = [];
/** SQL of a new schema, and its initial rows, by table. */
let pristine: string | undefined;
const seeds = new Map<string, { readonly rows: string; readonly columns: readonly string[] }>();

/** Everything in a schema but rows, as a text. */
const structureOf = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ structure: string }>`
    with tables as (
      select oid, relname from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
    )
    select string_agg(line, ';' order by line) as structure from (
      select concat_ws(' ', relname, attname, atttypid, attnotnull, pg_get_expr(adbin, adrelid)) as line
        from tables join pg_attribute on attrelid = tables.oid
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attnum > 0 and not attisdropped
      union all select concat_ws(' ', tables.relname, places.relname, indkey, pg_get_expr(indpred, indrelid))
        from tables join pg_index on indrelid = tables.oid join pg_class as places on places.oid = indexrelid
      union all select concat_ws(' ', relname, pg_get_constraintdef(pg_constraint.oid))
        from tables join pg_constraint on conrelid = tables.oid where contype in ('c', 'f')
      union all select concat_ws(' ', relname, tgname) from tables join pg_trigger on tgrelid = tables.oid
        where not tgisinternal
    ) as lines`.execute(db);
  return rows[0]?.structure ?? '';
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

const handedOn = (database: TestDatabase): TestDatabase => ({
  ...database,
  drop: async () => {
    if ((await structureOf(database.db)) !== pristine) {
      await database.drop();
      return;
    }
    await emptyTables(database.db);
    await database.db.destroy();
    spare.push(database.choice);
  },
});

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
  const made = new URL(draft.kind === 'postgres' ? draft.url : '').pathname.slice(1);
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
  if (used !== undefined) return handedOn(openTestDatabase(used));
  template ??= findTemplate();
  const database = openTestDatabase(await makePostgres(schema, await template));
  if (pristine === undefined) {
    await noteSeeds(database.db);
    pristine = await structureOf(database.db);
  }
  return handedOn(database);
};

/** A database of its own with the schema of this version and its first rows; on SQLite in the file that is named, or in memory. */
export const createMigratedDatabase = (sqlitePath: string): Promise<TestDatabase> =>
  testDialect() === 'sqlite' ? createSqlite(sqlitePath) : createPostgres();

afterAll(async () => {
  for (const choice of spare.splice(0)) await openTestDatabase(choice).drop();
});
