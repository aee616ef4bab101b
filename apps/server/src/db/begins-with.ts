import { type RawBuilder, sql, type SqlBool } from 'kysely';

const highest = '\u{10ffff}';

/** Whether a column's text begins with another one: by its index, which both databases keep in the order of code points. */
export const beginsWith = (column: string, beginning: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(column)} >= ${beginning} and ${sql.ref(column)} < ${beginning + highest})`;
