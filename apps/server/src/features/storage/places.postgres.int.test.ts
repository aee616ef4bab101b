import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { databaseTime } from '#db/database-time.ts';
import { inTransaction } from '#db/in-transaction.ts';
import { eventually } from '#testing/eventually.ts';
import { createMigratedDatabase } from '#testing/migrated-database.ts';
import type { TestDatabase } from '#testing/test-database.ts';
import { holdPlaces, insertPlace, keepOnly, listPlaces } from './places.repo.ts';
import { listOtherReaders, saveReader } from './storage.repo.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createMigratedDatabase(':memory:');
});
afterEach(() => database.drop());

it('removing a place waits for those who record bytes there, and nobody does after that', async () => {
  const { db } = database;
  await inTransaction(db, (trx) => insertPlace(trx, 'new'));
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: held, resolve: sayHeld } = Promise.withResolvers<void>();
  const done: string[] = [];
  const kept = inTransaction(db, async (trx) => {
    expect(await holdPlaces(trx, ['', 'new'])).toBe(true);
    sayHeld();
    await gate;
  }).then(() => done.push('on record'));
  await held;
  const given = inTransaction(db, (trx) => keepOnly(trx, 'new')).then(() => done.push('given up'));
  await eventually(async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%storage_places%'`.execute(
      db,
    );
    expect(rows).toHaveLength(1);
  });
  // It is too late for those who still wait behind it.
  const late = inTransaction(db, (trx) => holdPlaces(trx, ['']));
  letGo();
  await Promise.all([kept, given]);
  expect(done).toEqual(['on record', 'given up']);
  expect([await late, await listPlaces(db)]).toEqual([false, ['new']]);
});

it('a server that is slow to act on a change is known to live by any report', async () => {
  const { db } = database;
  await saveReader(db, { node: 'one', move_id: '' });
  await db
    .updateTable('storage_readers')
    .set(({ eb }) => ({ seen_at: eb('seen_at', '-', 60_000) }))
    .execute();
  const [silent] = await listOtherReaders(db, 'move');
  expect(silent?.silentFor).toBeGreaterThanOrEqual(60_000);
  const seen_at = databaseTime(db);
  const rest = { host: '', version: '', storage: '', key_check: '', folder_identity: '', clock_ahead: 0 };
  await db
    .insertInto('nodes')
    .values({ id: 'one', run: 'run', ...rest, started_at: seen_at, seen_at })
    .execute();
  const [lively] = await listOtherReaders(db, 'move');
  expect(lively?.silentFor).toBeLessThan(60_000);
  expect(await listOtherReaders(db, '')).toEqual([]);
});
