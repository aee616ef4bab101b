import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isUnavailable } from '#db/errors.ts';
import { eventually } from '#testing/eventually.ts';
import { createTestDatabase } from '#testing/test-database.ts';

test('a connection that breaks inside a transaction fails that call alone', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  const broken = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
    // The server's farewell arrives by itself, while nobody asks anything on this connection.
    await eventually(async () => {
      const living = await sql`select 1 from pg_stat_activity where pid = ${rows[0]?.pid}`.execute(db);
      expect(living.rows).toEqual([]);
    });
    await sql`select 1`.execute(trx);
  });
  const failure: unknown = await broken.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toSatisfy(isUnavailable);
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  await database.drop();
});
