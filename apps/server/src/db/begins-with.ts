import { type RawBuilder, sql, type SqlBool } from 'kysely';

const highest = '\u{10ffff}';

/**
 * Matches a column that begins with a prefix, as a range scan of its index; both databases sort text by code
 * point.
 */
export const beginsWith = (column: string, beginning: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(column)} >= ${beginning} and ${sql.ref(column)} < ${beginning + highest})`;
