import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';
import { migrations } from '#db/migrate.ts';

/** Tells whether the schema has tables. */
export const hasTables = async (db: Db): Promise<boolean> => {
  const { rows } = await (
    isPostgres(db)
      ? sql`select 1 as one from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'v', 'm', 'p') limit 1`
      : sql`select 1 as one from sqlite_master where type = 'table' limit 1`
  ).execute(db);
  return rows.length > 0;
};

/** Names of the migrations that the database has seen, in their order; none where it is empty. */
export const appliedMigrations = async (db: Db): Promise<string[]> => {
  const { rows: there } = await (
    isPostgres(db)
      ? sql`select 1 as one from pg_tables where schemaname = current_schema() and tablename = 'kysely_migration'`
      : sql`select 1 as one from sqlite_master where type = 'table' and name = 'kysely_migration'`
  ).execute(db);
  if (there.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
};

/**
 * Says of a database that a newer version made it, and by which schema each of them is known; undefined where this version
 * can work with it.
 *
 * @param name names the database in a sentence
 */
export const newerSchemaText = (
  applied: readonly string[],
  { name, version }: { readonly name: string; readonly version: string },
): string | undefined => {
  if (schemaStateOf(applied) !== 'newer') return undefined;
  const [made = '', known = ''] = [applied.at(-1), Object.keys(migrations).at(-1)];
  return `${name} was made by a newer Holdall: its schema is ${made}, and this version, ${version}, knows schemas up to ${known}. Start the newer version, or restore a backup that this one made.`;
};

/** Says of a database that an older version made it. @param name names the database in a sentence */
export const olderSchemaText = (name: string): string =>
  `${name} is of an older Holdall. Start the server of this version once, which brings it up to date; a backup from before that is made by the older version.`;

export type SchemaState = 'empty' | 'current' | 'older' | 'newer';

/** Compares a list of migrations with those of this version. */
export const schemaStateOf = (applied: readonly string[]): SchemaState => {
  if (applied.length === 0) return 'empty';
  const known = Object.keys(migrations);
  if (applied.some((name) => !known.includes(name))) return 'newer';
  return applied.length === known.length ? 'current' : 'older';
};
