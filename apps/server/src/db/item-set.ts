import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';

/** Ids of one statement: more would block other callers for too long. */
export const idsAtOnce = 2_000;

/** Cuts a list into pieces for one statement each. */
export const inPieces = <T>(list: readonly T[], size = idsAtOnce): T[][] => {
  const pieces: T[][] = [];
  for (let start = 0; start < list.length; start += size) pieces.push(list.slice(start, start + size));
  return pieces;
};

/**
 * Runs one statement after the other for the pieces of a list. Between two of them the process sees to other
 * requests: SQLite's statements are not awaited but done.
 */
export const forPieces = async <T>(
  list: readonly T[],
  work: (piece: readonly T[]) => Promise<void>,
  size = idsAtOnce,
): Promise<void> => {
  for (const [index, piece] of inPieces(list, size).entries()) {
    if (index > 0) await setImmediate();
    await work(piece);
  }
};

/**
 * Reads a long list page by page, and yields to other requests in between.
 *
 * @param read returns the next rows after the last known one; none at the end, and possibly fewer than the
 * limit before it
 * @param limit rows at the most
 */
export const readPages = async <T>(
  read: (after: T | undefined, limit: number) => Promise<readonly T[]>,
  limit = Number.POSITIVE_INFINITY,
): Promise<T[]> => {
  const rows: T[] = [];
  while (rows.length < limit) {
    const page = await read(rows.at(-1), Math.min(idsAtOnce, limit - rows.length));
    if (page.length === 0) break;
    for (const row of page) rows.push(row);
    await setImmediate();
  }
  return rows;
};

/** Ids as one parameter: what `isIn` takes. */
export const idSet = (db: Db, ids: readonly string[]): string | readonly string[] =>
  isPostgres(db) ? [...ids] : JSON.stringify(ids);

/** `column in (ids)` with one parameter, from `idSet` or a placeholder of a prepared query. */
export const isIn = (db: Db, column: string, ids: string | readonly string[]): RawBuilder<SqlBool> =>
  isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} = any(${ids}::text[])`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${ids}))`;

/** `column in (ids)` with one parameter, for any number of ids. */
export const isOneOf = (db: Db, column: string, ids: readonly string[]): RawBuilder<SqlBool> =>
  isIn(db, column, idSet(db, ids));

/** A value of a row that travels as JSON: text or a whole number below 2^53. */
export type RowValue = string | number | null;

/**
 * Rows of the caller's as a table named `d`, by one parameter: what `from` or a join takes.
 *
 * @param columns each column's type
 */
export const rowsOf = <C extends string>(
  db: Db,
  columns: Readonly<Record<C, 'text' | 'bigint'>>,
  rows: readonly Readonly<Record<C, RowValue>>[],
): RawBuilder<unknown> => {
  const names = Object.keys(columns) as C[];
  const json = JSON.stringify(rows.map((row) => names.map((name) => row[name])));
  const selected = names.map((name, index) =>
    isPostgres(db)
      ? sql`(value ->> ${sql.lit(index)})::${sql.raw(columns[name])} as ${sql.ref(name)}`
      : sql`json_extract(value, ${sql.lit(`$[${index}]`)}) as ${sql.ref(name)}`,
  );
  const source = isPostgres(db) ? sql`json_array_elements(${json}::json)` : sql`json_each(${json})`;
  return sql`(select ${sql.join(selected)} from ${source}) as d`;
};
