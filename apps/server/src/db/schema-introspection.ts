import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { openDatabase } from '#db/open-database.ts';

export interface TableShape {
  readonly name: string;
  /** The primary key's, in its order. */
  readonly key: readonly string[];
  /** Columns that are written; the others are computed from them. */
  readonly written: readonly string[];
  readonly columns: readonly string[];
  /** True if a column has bytes, so that a row may be large. */
  readonly isBinary: boolean;
}

export interface IntrospectedSchema {
  /** Tables with the application's rows, each after those that it references. */
  readonly tables: readonly TableShape[];
  /** Tables that migrations insert rows into: all others are empty before setup. */
  readonly seeded: ReadonlySet<string>;
  /** All tables of the application on either database, including the migrator's. */
  readonly names: ReadonlySet<string>;
}

/** SQLite's search index and its counter of items, which follow from the items by triggers. */
const isOfSqlite = (name: string): boolean =>
  name === 'search_owners' || name === 'item_numbers' || name.startsWith('search_index');
const searchColumn = 'search_number';
const isMigrator = (name: string): boolean => name.startsWith('kysely_');

/** Triggers write them with the items: they are looked at after these. */
const afterItems: ReadonlySet<string> = new Set(['item_totals', 'tree_touches']);

const binaryType = 'BLOB';

interface Column {
  readonly name: string;
  readonly type: string;
  /** Place in the primary key, from 1; 0: none. */
  readonly pk: number;
  /** 2 and 3: computed. */
  readonly hidden: number;
}

const readTable = async (db: Db, name: string): Promise<TableShape> => {
  const { rows } = await sql<Column>`
    select name, type, pk, hidden from pragma_table_xinfo(${name}) order by cid`.execute(db);
  const columns = rows.filter((column) => column.name !== searchColumn);
  const strange = columns.find(
    ({ type }) => !['TEXT', 'INTEGER', 'REAL', binaryType].includes(type.toUpperCase()),
  );
  if (strange !== undefined) throw new Error(`${name}.${strange.name} is of a type that cannot be copied`);
  const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
  if (key.length === 0) throw new Error(`${name} has no primary key`);
  return {
    name,
    key: key.map((column) => column.name),
    written: columns.filter(({ hidden }) => hidden === 0).map((column) => column.name),
    columns: columns.map((column) => column.name),
    isBinary: columns.some(({ type }) => type.toUpperCase() === binaryType),
  };
};

const parentsOf = async (db: Db, name: string): Promise<string[]> => {
  const { rows } = await sql<{ parent: string }>`
    select distinct "table" as parent from pragma_foreign_key_list(${name})`.execute(db);
  const parents = rows.map(({ parent }) => parent).filter((parent) => parent !== name);
  return afterItems.has(name) ? [...parents, 'items'] : parents;
};

/** Puts each name after those that it depends on. */
const inOrder = (names: readonly string[], parents: ReadonlyMap<string, readonly string[]>): string[] => {
  const placed = new Set<string>();
  const place = (name: string): void => {
    if (placed.has(name)) return;
    for (const parent of parents.get(name) ?? []) place(parent);
    placed.add(name);
  };
  for (const name of names) place(name);
  return [...placed];
};

const readShape = async (): Promise<IntrospectedSchema> => {
  const db = openDatabase({ kind: 'sqlite', path: ':memory:' });
  try {
    await migrate(db);
    const { rows } = await sql<{ name: string }>`
      select name from pragma_table_list where schema = 'main' and name not like 'sqlite%' order by name`.execute(
      db,
    );
    const all = rows.map(({ name }) => name);
    const names = all.filter((name) => !isOfSqlite(name) && !isMigrator(name));
    const seeded = new Set<string>();
    for (const name of names)
      if ((await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)).rows.length > 0) seeded.add(name);
    const parents = new Map<string, readonly string[]>();
    const tables = new Map<string, TableShape>();
    for (const name of names) {
      parents.set(name, await parentsOf(db, name));
      tables.set(name, await readTable(db, name));
    }
    const ordered = inOrder(names, parents).flatMap((name) => tables.get(name) ?? []);
    return { tables: ordered, seeded, names: new Set(all) };
  } finally {
    await db.destroy();
  }
};

let known: Promise<IntrospectedSchema> | undefined;

/** Introspects the current schema, on a database in memory that all migrations have run on. */
export const introspectSchema = (): Promise<IntrospectedSchema> => (known ??= readShape());
