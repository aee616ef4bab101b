import { AsyncLocalStorage } from 'node:async_hooks';
import { type CompiledQuery, DefaultQueryExecutor, sql } from 'kysely';
import { vi } from 'vitest';
import type { Db } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';

/**
 * Statements that work sends to the database, in their order. What the server does meanwhile for other reasons (jobs,
 * timers) is not counted: it runs in another asynchronous context.
 */
export const queriesOf = async (work: () => Promise<unknown>): Promise<CompiledQuery[]> => {
  const queries: CompiledQuery[] = [];
  const context = new AsyncLocalStorage<typeof queries>();
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
    context.getStore()?.push(query);
    return execute.call(this, query, ...rest);
  });
  try {
    await context.run(queries, work);
  } finally {
    spy.mockRestore();
  }
  return queries;
};

/**
 * Returns the database's plan for a statement, with indexes wherever one can be used: the rows of a test are so few
 * that they are read and sorted faster than by any index.
 */
export const planOf = (db: Db, query: CompiledQuery): Promise<string> =>
  db.connection().execute(async (connection) => {
    const explain = { ...query, sql: `explain ${isPostgres(db) ? '' : 'query plan '}${query.sql}` };
    const others = isPostgres(db) ? ['enable_seqscan', 'enable_sort'] : [];
    for (const name of others) await sql`set ${sql.ref(name)} = off`.execute(connection);
    const { rows } = await connection.executeQuery<object>(explain);
    for (const name of others) await sql`reset ${sql.ref(name)}`.execute(connection);
    return rows.map((row) => Object.values(row).join(' ')).join('\n');
  });
