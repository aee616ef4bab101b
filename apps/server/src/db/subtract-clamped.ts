import { type RawBuilder, sql } from 'kysely';

/**
 * Subtracts bytes from a column, down to 0: a record that has drifted must not prevent deletions; `verifyUsage`
 * finds it.
 */
export const subtractClamped = (column: string, bytes: number): RawBuilder<number> =>
  sql<number>`case when ${sql.ref(column)} > ${bytes} then ${sql.ref(column)} - ${bytes} else 0 end`;
