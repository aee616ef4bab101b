import type { Category } from '@holdall/contract/files';
import { type RawBuilder, sql, type SqlBool } from 'kysely';

/** Conditions on items: a kind, times, a size in bytes. */
export interface ItemFilter {
  readonly category?: Category | undefined;
  /** Added then or later; milliseconds since 1970. */
  readonly after?: number | undefined;
  /** Changed then or later; milliseconds since 1970. */
  readonly modifiedAfter?: number | undefined;
  readonly minSize?: number | undefined;
  readonly maxSize?: number | undefined;
}

/** The columns that a filter reads. */
export const filtered = sql.raw('category, size, created_at, modified_at');

/** Tells whether a filter leaves anything out. */
export const isFiltering = (filter: ItemFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);

/** Matches items that pass a filter; the statement must use the table's own column names. */
export const passes = ({
  category,
  after,
  modifiedAfter,
  minSize,
  maxSize,
}: ItemFilter): RawBuilder<SqlBool> => {
  const conditions = [
    ...(category === undefined ? [] : [sql<SqlBool>`category = ${category}`]),
    ...(after === undefined ? [] : [sql<SqlBool>`created_at >= ${after}`]),
    ...(modifiedAfter === undefined ? [] : [sql<SqlBool>`modified_at >= ${modifiedAfter}`]),
    ...(minSize === undefined ? [] : [sql<SqlBool>`size >= ${minSize}`]),
    ...(maxSize === undefined ? [] : [sql<SqlBool>`size <= ${maxSize}`]),
  ];
  return conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
};
