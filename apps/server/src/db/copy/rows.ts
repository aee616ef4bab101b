import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { TableShape } from '#db/schema-introspection.ts';

type Value = string | number | null | Uint8Array;
export type Row = Readonly<Record<string, Value>>;
/** Values of a primary key. */
export type Key = readonly Value[];

/** Rows at a time of a table whose rows may be large. */
const largeRowsAtOnce = 100;

/** Returns how many rows of a table are read or written at a time. @param batch of tables whose rows are small */
export const rowsAtOnce = ({ isBinary }: TableShape, batch: number): number =>
  isBinary ? Math.min(batch, largeRowsAtOnce) : batch;

/** Values that one statement takes: SQLite's limit is 32,766, PostgreSQL's 65,535. */
const valuesAtOnce = 30_000;

const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

export const keyOf = ({ key }: TableShape, row: Row): Key => key.map((name) => row[name] ?? null);

/** Rows in the order of their keys, which is bytewise on both databases. @param after the key to go on behind */
export const readRows = async (
  db: Db,
  table: TableShape,
  { after, limit }: { readonly after: Key | undefined; readonly limit: number },
): Promise<Row[]> => {
  const key = refs(table.key);
  const { rows } = await sql<Row>`
    select ${refs(table.columns)} from ${sql.table(table.name)}
    ${after === undefined ? sql`` : sql`where (${key}) > (${sql.join(after)})`}
    order by ${key} limit ${sql.lit(limit)}`.execute(db);
  return rows;
};

/** Triggers at tables that were copied before write into these. */
const writtenByTriggers: ReadonlySet<string> = new Set(['item_totals', 'tree_touches']);

/** Takes away what triggers have written while other tables were copied: what the source has is copied, right or not. */
export const clearWritten = async (trx: Db, { name }: TableShape): Promise<void> => {
  if (writtenByTriggers.has(name)) await sql`delete from ${sql.table(name)}`.execute(trx);
};

export const insertRows = async (trx: Db, table: TableShape, rows: readonly Row[]): Promise<void> => {
  const size = Math.max(1, Math.floor(valuesAtOnce / table.written.length));
  for (let start = 0; start < rows.length; start += size) {
    const values = rows
      .slice(start, start + size)
      .map((row) => sql`(${sql.join(table.written.map((name) => row[name] ?? null))})`);
    await sql`insert into ${sql.table(table.name)} (${refs(table.written)}) values ${sql.join(values)}`.execute(
      trx,
    );
  }
};

export const countRows = async (db: Db, { name }: TableShape): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Both drivers have classes of their own for bytes. */
const textOf = (value: Value): string | number | null =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;

/** A row as a text that is the same from either database. */
export const lineOf = ({ columns }: TableShape, row: Row): string =>
  `${JSON.stringify(columns.map((name) => textOf(row[name] ?? null)))}\n`;

export const hashOf = (table: TableShape, rows: readonly Row[]): string => {
  const hash = createHash('sha256');
  for (const row of rows) hash.update(lineOf(table, row));
  return hash.digest('hex');
};
