import { sql } from 'kysely';
import { type Fault, fault } from '#db/check/faults.ts';
import { copyStateOf, hasTable, markerTable } from '#db/copy/marker.ts';
import type { Db } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';
import { migrations } from '#db/migrate.ts';
import { introspectSchema } from '#db/schema-introspection.ts';

/**
 * `empty`: no tables. `prepared`: Holdall's tables without an account. `installed`: with an account. `copying`:
 * an unfinished `holdall migrate` or `holdall restore`.
 */
export type DatabaseState = 'empty' | 'prepared' | 'installed' | 'copying';

const migrationTable = 'kysely_migration';

interface Table {
  readonly name: string;
  /** In the schema in which Holdall's tables are or will be. */
  readonly here: boolean;
  /** True where this user may alter the table. */
  readonly owned: boolean;
}

/**
 * In a schema of its own Holdall ignores the database's other schemas; in the default one it counts the whole
 * database. Objects of extensions never count.
 */
const tablesOfPostgres = (db: Db) =>
  sql<Table>`
    select case when nspname = current_schema() then relname else nspname || '.' || relname end as name,
      nspname = current_schema() as here, pg_has_role(relowner, 'usage') as owned
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p', 'v', 'm', 'f') and nspname <> 'information_schema' and left(nspname, 3) <> 'pg_'
      and (nspname = current_schema() or current_schema() = 'public')
      and not exists (
        select 1 from pg_depend
        where classid = 'pg_class'::regclass and pg_depend.objid = pg_class.oid and deptype = 'e'
      )
    order by 1`.execute(db);

const tablesOfSqlite = (db: Db) =>
  sql<Table>`
    select name, 1 as here, 1 as owned from sqlite_master
    where type in ('table', 'view') and name not like 'sqlite%' order by name`.execute(db);

const foreign = (tables: readonly string[]): Fault => {
  const more = tables.length > 5 ? ` and ${tables.length - 5} more` : '';
  const named = fault(
    'foreign_tables',
    'database',
    `This database holds tables of something else: ${tables.slice(0, 5).join(', ')}${more}. Nothing was changed. Choose an empty database.`,
  );
  return { ...named, tables };
};

const appliedOf = async (db: Db): Promise<string[]> => {
  if (!(await hasTable(db, migrationTable))) return [];
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(migrationTable)} order by name`.execute(db);
  return rows.map(({ name }) => name);
};

const hasAccounts = async (db: Db): Promise<boolean> =>
  (await sql`select 1 from users limit 1`.execute(db)).rows.length > 0;

const stateOf = async (db: Db, applied: readonly string[]): Promise<DatabaseState> => {
  if ((await copyStateOf(db)) !== undefined) return 'copying';
  if (applied.length === 0) return 'empty';
  return (await hasAccounts(db)) ? 'installed' : 'prepared';
};

/** Inspects a database without changing it; returns a fault where it is not Holdall's to use. */
export const contentsOf = async (db: Db): Promise<DatabaseState | Fault> => {
  const { rows: tables } = await (isPostgres(db) ? tablesOfPostgres(db) : tablesOfSqlite(db));
  if (tables.length === 0) return 'empty';
  const names = tables.map(({ name }) => name);
  const applied = await appliedOf(db);
  const known = Object.keys(migrations);
  const { names: own } = await introspectSchema();
  // A table with one of our names is ours only if our migrations have run.
  const isOwn = ({ name, here }: Table): boolean =>
    here && (name === markerTable || (applied.length > 0 ? own.has(name) : name.startsWith(migrationTable)));
  if (applied.length > 0 && applied[0] !== known[0]) return foreign(names);
  const newer = applied.filter((name) => !known.includes(name));
  if (newer.length > 0)
    return fault(
      'newer',
      'database',
      `This database was written by a newer version of Holdall (${newer.join(', ')}). Choose another one, or install that version.`,
    );
  const foreignTables = tables.filter((table) => !isOwn(table)).map(({ name }) => name);
  if (foreignTables.length > 0) return foreign(foreignTables);
  const others = tables.filter(({ owned }) => !owned).map(({ name }) => name);
  if (others.length > 0)
    return fault(
      'rights',
      'user',
      `The tables in this database belong to another user (${others[0]}). Sign in as their owner.`,
    );
  return stateOf(db, applied);
};
