import { type RawBuilder, sql } from 'kysely';

/**
 * A column less a number of bytes, and never below 0: a record that has drifted must not keep anybody from
 * deleting; `verifyUsage` finds it.
 */
export const subtractClamped = (column: string, bytes: number): RawBuilder<number> =>
  sql<number>`case when ${sql.ref(column)} > ${bytes} then ${sql.ref(column)} - ${bytes} else 0 end`;
