import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db } from '#db/database.ts';
import { inUnsyncedTransaction } from '#db/in-unsynced-transaction.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await sql`create table t (x integer)`.execute(database.db);
});
afterEach(() => database.drop());

/** Tells whether a commit waits for the disk (for SQLite see `durable.sqlite.int.test.ts`). */
const isDurable = async (on: Db): Promise<boolean> => {
  const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(on);
  return rows[0]?.synchronous_commit === 'on';
};

test('its commit does not wait for the disk, and all other commits do', async () => {
  const { db } = database;
  for (let round = 0; round < 3; round += 1) {
    const during = await inUnsyncedTransaction(db, async (trx) => {
      await sql`insert into t values (1)`.execute(trx);
      return isDurable(trx);
    });
    expect(during).toBe(false);
    expect(await isDurable(db)).toBe(true);
    expect(await db.transaction().execute(isDurable)).toBe(true);
  }
  expect((await sql`select * from t`.execute(db)).rows).toHaveLength(3);
});

test('a failed one is rolled back, and the next commit is durable', async () => {
  const { db } = database;
  const failing = inUnsyncedTransaction(db, async (trx) => {
    await sql`insert into t values (1)`.execute(trx);
    throw new Error('no');
  });
  const others = Array.from({ length: 5 }, () => db.transaction().execute(isDurable));
  await expect(failing).rejects.toThrow('no');
  expect(await Promise.all(others)).toEqual(Array(5).fill(true));
  expect((await sql`select * from t`.execute(db)).rows).toEqual([]);
});
