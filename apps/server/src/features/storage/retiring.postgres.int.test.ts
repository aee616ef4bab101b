import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { eventually } from '#testing/eventually.ts';
import { retireStore, updateStore } from './stores.repo.ts';

let server: TestApp;
beforeEach(async () => {
  server = await createTestApp();
});
afterEach(() => server.close());

test('a retirement waits for a transaction that records a row', async () => {
  const { db } = server.parts;
  await updateStore(db, server.storeId, { state: 'draining' });
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: begun, resolve: sayBegun } = Promise.withResolvers<void>();
  const row = { id: 'a', store_id: server.storeId, key: 'a', size: 0, sha256: '', crc32: 0, created_at: 0 };
  const recording = db.transaction().execute(async (trx) => {
    await trx.insertInto('blobs').values(row).execute();
    sayBegun();
    await gate;
  });
  await begun;
  const retiring = retireStore(db, server.storeId);
  const waiting = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await eventually(async () => expect((await waiting.execute(db)).rows).toHaveLength(1));
  letGo();
  await recording;
  expect(await retiring).toBe(false);
});
