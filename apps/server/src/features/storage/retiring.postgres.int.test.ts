import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
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
  const first = await Promise.race([retiring, new Promise((resolve) => setTimeout(resolve, 200, 'waits'))]);
  expect(first).toBe('waits');
  letGo();
  await recording;
  expect(await retiring).toBe(false);
});
