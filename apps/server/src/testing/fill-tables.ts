import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { openDatabase } from '#db/open-database.ts';
import { introspectSchema } from '#db/schema-introspection.ts';

type Value = string | number | null | Uint8Array;

const rowsPerTable = 3;

/** Values for columns with a check or a dependency. The number is the row's. */
const chosen: Readonly<Record<string, (row: number) => Value>> = {
  'users.role': (row) => (row === 0 ? 'admin' : 'user'),
  'users.status': () => 'active',
  'user_settings.theme_mode': (row) => (row === 0 ? 'dark' : null),
  'user_settings.emoji_type': () => 'twemoji',
  'user_settings.timezone': (row) => [5.75, -3.5, null][row] ?? null,
  'api_tokens.scope': () => 'read',
  'email_tokens.kind': () => 'password',
  'activity.details': () => '{"name":"\\u0001 \u2028 \\\\ ž"}',
  // The first lies in the second: in the order of ids a folder comes after what is in it.
  'items.type': (row) => (row < 2 ? 'folder' : 'file'),
  'items.number': (row) => row + 5,
  'items.parent_id': (row) => [`items.id.1`, null, `items.id.0`][row] ?? null,
  'items.blob_id': (row) => (row < 2 ? null : 'blobs.id.0'),
  'items.size': (row) => (row < 2 ? 0 : Number.MAX_SAFE_INTEGER),
  'items.search_key': (row) => `letter ${row}\u0001\u0001le`,
  'blobs.key': (row) => `blobs.key.${row}`,
  'blob_bytes.bytes': (row) => Buffer.from([0, row, 0x27, 0x5c, 0xff]),
  'jobs.state': () => 'waiting',
  'operations.kind': () => 'move',
  'shares.permission': () => 'editor',
  // Rows refer to the column that is generated of it.
  'stores.id': (row) => `stores.open_id.${row}`,
  'stores.kind': () => 'disk',
  'stores.state': () => 'draining',
  'thumbnails.state': () => 'ready',
  'upload_sessions.on_conflict': () => 'rename',
  'upload_sessions.state': () => 'open',
};

interface Column {
  readonly name: string;
  readonly type: string;
  readonly needed: number;
  readonly pk: number;
  /** The column of another table that it refers to. */
  readonly refers: string | null;
}

const columnsOf = async (model: Db, table: string): Promise<Column[]> => {
  const { rows } = await sql<Column>`
    select name, type, "notnull" as needed, pk,
      (select "table" || '.' || "to" from pragma_foreign_key_list(${table}) where "from" = name) as refers
    from pragma_table_xinfo(${table}) where hidden = 0`.execute(model);
  return rows;
};

const valueOf = (table: string, column: Column, row: number): Value => {
  const choose = chosen[`${table}.${column.name}`];
  if (choose !== undefined) return choose(row);
  if (column.refers !== null) return `${column.refers}.${row}`;
  if (column.needed === 0 && column.pk === 0 && row > 0) return null;
  if (column.type.toUpperCase() !== 'TEXT') return row + 1;
  return column.pk > 0 ? `${table}.${column.name}.${row}` : `${table}.${column.name} “${row}” ž'"\\ 🧳`;
};

/** Puts rows into every table there is, with all that is hard to carry over. Triggers write `item_totals`. */
export const fillTables = async (db: Db): Promise<void> => {
  const model = openDatabase({ kind: 'sqlite', path: ':memory:' });
  await migrate(model);
  const { tables } = await introspectSchema();
  // Rows that refer to later ones of their table.
  const parents: { id: string; parent: string }[] = [];
  for (const table of tables.filter(({ name }) => name !== 'item_totals')) {
    const columns = (await columnsOf(model, table.name)).filter(({ name }) => table.written.includes(name));
    for (let row = 0; row < rowsPerTable; row += 1) {
      const values = columns.map((column) => {
        const value = valueOf(table.name, column, row);
        if (table.name !== 'items' || column.name !== 'parent_id' || value !== 'items.id.1') return value;
        parents.push({ id: `items.id.${row}`, parent: value });
        return null;
      });
      await sql`insert into ${sql.table(table.name)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
        values (${sql.join(values)})`.execute(db);
    }
  }
  for (const { id, parent } of parents)
    await sql`update items set parent_id = ${parent} where id = ${id}`.execute(db);
  await model.destroy();
};

/** Returns every row of every table, in a form that is the same on both databases. */
export const dumpTables = async (db: Db): Promise<Record<string, unknown[]>> => {
  const { tables } = await introspectSchema();
  const dump: Record<string, unknown[]> = {};
  for (const { name, columns, key } of tables) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}
      order by ${sql.join(key.map((column) => sql.ref(column)))}`.execute(db);
    dump[name] = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [
          column,
          value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
        ]),
      ),
    );
  }
  return dump;
};
