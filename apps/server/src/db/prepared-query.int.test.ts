import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp, testEmail } from '#testing/create-test-app.ts';
import type { Db } from './database.ts';
import { prepareQuery, type ValueOf } from './prepared-query.ts';

let server: TestApp;
beforeEach(async () => {
  server = await createTestApp();
});
afterEach(() => server.close());

test('a prepared query is built once, and returns rows for the values of each call', async () => {
  const { db } = server.parts;
  let built = 0;
  const byEmail = prepareQuery((on: Db, value: ValueOf<{ email: string; least: number }>) => {
    built += 1;
    return on
      .selectFrom('users')
      .select(['email', sql<number>`cast(${value('least')} as integer)`.as('least')])
      .where('email_key', '=', value('email'))
      .where('status', '=', 'active')
      .where(sql<number>`length(email)`, '>', value('least'));
  });
  const answers = [
    await byEmail(db, { email: testEmail, least: 3 }),
    await byEmail(db, { email: 'nobody@example.com', least: 3 }),
    await byEmail(db, { email: testEmail, least: 300 }),
    await db.transaction().execute((trx) => byEmail(trx, { email: testEmail, least: 4 })),
  ];
  expect(answers.map(({ rows }) => rows)).toEqual([
    [{ email: testEmail, least: 3 }],
    [],
    [],
    [{ email: testEmail, least: 4 }],
  ]);
  expect(built).toBe(1);
});

test('a prepared update runs in its caller’s transaction, and returns the number of changed rows', async () => {
  const { db } = server.parts;
  const mark = prepareQuery((on: Db, value: ValueOf<{ text: string; email: string }>) =>
    on
      .updateTable('users')
      .set({ suspended_reason: value('text') })
      .where('email_key', '=', value('email')),
  );
  const markNow = async (): Promise<unknown> =>
    (
      await db
        .selectFrom('users')
        .select('suspended_reason')
        .where('email_key', '=', testEmail)
        .executeTakeFirst()
    )?.suspended_reason;
  const before = await markNow();
  await expect(
    db.transaction().execute(async (trx) => {
      expect((await mark(trx, { text: 'first', email: testEmail })).numAffectedRows).toBe(1n);
      throw new Error('taken back');
    }),
  ).rejects.toThrow('taken back');
  expect(await markNow()).toBe(before);
  expect((await mark(db, { text: 'second', email: testEmail })).numAffectedRows).toBe(1n);
  expect(await markNow()).toBe('second');
  expect((await mark(db, { text: 'second', email: 'nobody@example.com' })).numAffectedRows).toBe(0n);
});
