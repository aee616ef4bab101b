import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';

let folder: string;
let database: TestDatabase;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdall-reading-'));
  database = await createTestDatabase(join(folder, 'reading.sqlite'));
  await sql`create table t (x integer)`.execute(database.db);
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const count = async (on = database.db): Promise<number> =>
  (await sql<{ x: number }>`select x from t`.execute(on)).rows.length;

test('a reader does not wait for a transaction, and sees its writes once it is committed', async () => {
  const seen: number[] = [];
  await database.db.transaction().execute(async (trx) => {
    await sql`insert into t values (1)`.execute(trx);
    seen.push(await count(), await count(trx));
  });
  expect([...seen, await count()]).toEqual([0, 1, 1]);
});

test('writers wait for a transaction, and take their turns in order', async () => {
  const { promise: held, resolve } = Promise.withResolvers<void>();
  const order: string[] = [];
  const write = async (name: string): Promise<void> => {
    await sql`insert into t values (1)`.execute(database.db);
    order.push(name);
  };
  const first = database.db.transaction().execute(async (trx) => {
    await sql`insert into t values (1)`.execute(trx);
    await held;
    order.push('first');
  });
  await count();
  const others = [write('second'), write('third')];
  expect(await count()).toBe(0);
  resolve();
  await Promise.all([first, ...others]);
  expect(order).toEqual(['first', 'second', 'third']);
});

test('a failed transaction lets the next one in', async () => {
  const failing = database.db.transaction().execute(async (trx) => {
    await sql`insert into t values (1)`.execute(trx);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await expect(sql`insert into nowhere values (1)`.execute(database.db)).rejects.toThrow('nowhere');
  await sql`insert into t values (1)`.execute(database.db);
  expect(await count()).toBe(1);
});

test('a connection reads its own writes, with no other write in between', async () => {
  await database.db.connection().execute(async (connection) => {
    await sql`insert into t values (1)`.execute(connection);
    expect(await count(connection)).toBe(1);
  });
  expect(await count()).toBe(1);
});

test('a database in memory has one connection for everything', async () => {
  const memory = await createTestDatabase();
  await sql`create table t (x integer)`.execute(memory.db);
  await sql`insert into t values (1)`.execute(memory.db);
  expect(await count(memory.db)).toBe(1);
  await memory.drop();
});
