import { PostgresAdapter, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '#db/database.ts';

/** Whether a database or transaction is PostgreSQL. */
export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** Ids that one statement takes: more would hold everybody else up for too long. */
export const idsAtOnce = 5_000;

/** Cuts a list into pieces for one statement each. */
export const inPieces = <T>(list: readonly T[], size = idsAtOnce): T[][] => {
  const pieces: T[][] = [];
  for (let start = 0; start < list.length; start += size) pieces.push(list.slice(start, start + size));
  return pieces;
};

/** `column in (ids)` by one parameter, however many there are. */
export const isOneOf = (db: Db, column: string, ids: readonly string[]): RawBuilder<SqlBool> =>
  isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} = any(${[...ids]}::text[])`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(ids)}))`;
