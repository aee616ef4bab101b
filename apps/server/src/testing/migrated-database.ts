import { readFile, rm, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import type { Db } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import type { DatabaseChoice } from '#db/open-database.ts';
import {
  createTestDatabase,
  openTestDatabase,
  type TestDatabase,
  testDialect,
} from '#testing/test-database.ts';

/**
 * Making a schema takes longer than most tests, so each file of tests makes one: on SQLite it is copied, on
 * PostgreSQL the tests hand it on, emptied. One that a test has altered is dropped.
 */
const spare: DatabaseChoice[] = [];
/** What every schema is when it is new. */
let pristine: string | undefined;

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

/** Deletes all rows but those that say which migrations ran. */
const emptyTables = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema() and tablename not like 'kysely%'`.execute(db);
  // The activity log refuses what is done to every other table here.
  await sql`alter table activity disable trigger user`.execute(db);
  await sql`truncate ${sql.join(rows.map(({ name }) => sql.ref(name)))} cascade`.execute(db);
  await sql`alter table activity enable trigger user`.execute(db);
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
  sqliteFile ??= migratedFile(path);
  await writeFile(path, await sqliteFile);
  return createTestDatabase(path);
};

const createPostgres = async (): Promise<TestDatabase> => {
  const used = spare.pop();
  if (used !== undefined) return handedOn(openTestDatabase(used));
  const database = await createTestDatabase();
  await migrate(database.db);
  pristine ??= await structureOf(database.db);
  return handedOn(database);
};

/** A database of its own with the schema of this version and no rows; on SQLite in a file. */
export const createMigratedDatabase = (sqlitePath: string): Promise<TestDatabase> =>
  testDialect() === 'sqlite' ? createSqlite(sqlitePath) : createPostgres();

afterAll(async () => {
  for (const choice of spare.splice(0)) await openTestDatabase(choice).drop();
});
