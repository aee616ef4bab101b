import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { isUnavailable } from '#db/errors.ts';
import { openDatabase } from '#db/open-database.ts';
import { eventually } from '#testing/eventually.ts';
import { createTestDatabase, testServerUrl } from '#testing/test-database.ts';

test('a connection that breaks inside a transaction fails that call alone', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  const broken = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
    // The server's termination message arrives by itself, while the connection is idle.
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

test.each<[string, { database?: string; user?: string }]>([
  ['that is gone', { database: 'gone-for-good' }],
  ['that accepts no connections', { database: 'template0' }],
  ['that does not know the account', { user: 'nobody-of-that-name' }],
])('a database %s is unavailable, which is no defect of the program', async (_, place) => {
  const url = new URL(testServerUrl(place.database));
  if (place.user !== undefined) url.username = place.user;
  const db = openDatabase({ kind: 'postgres', url: url.href });
  onTestFinished(() => db.destroy());
  const failure: unknown = await sql`select 1`.execute(db).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toSatisfy(isUnavailable);
});
