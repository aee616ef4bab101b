import { type CompiledQuery, DefaultQueryExecutor, sql } from 'kysely';
import { vi } from 'vitest';
import type { Db } from '#db/database.ts';
import { isPostgres } from '#db/item-set.ts';

/** Statements that work sends to the database, in their order. */
export const queriesOf = async (work: () => Promise<unknown>): Promise<CompiledQuery[]> => {
  const queries: CompiledQuery[] = [];
  const base = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as Pick<
    InstanceType<typeof DefaultQueryExecutor>,
    'executeQuery'
  >;
  const execute = base.executeQuery;
  const spy = vi.spyOn(base, 'executeQuery').mockImplementation(function watched(
    this: InstanceType<typeof DefaultQueryExecutor>,
    query,
    ...rest
  ) {
    queries.push(query);
    return execute.call(this, query, ...rest);
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return queries;
};

/** How the database would answer a statement: by which indexes, as far as it can. */
export const planOf = (db: Db, query: CompiledQuery): Promise<string> =>
  db.connection().execute(async (connection) => {
    const explain = { ...query, sql: `explain ${isPostgres(db) ? '' : 'query plan '}${query.sql}` };
    // So few rows are read faster than any index.
    if (isPostgres(db)) await sql`set enable_seqscan = off`.execute(connection);
    const { rows } = await connection.executeQuery<object>(explain);
    if (isPostgres(db)) await sql`reset enable_seqscan`.execute(connection);
    return rows.map((row) => Object.values(row).join(' ')).join('\n');
  });
