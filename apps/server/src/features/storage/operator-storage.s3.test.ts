import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createS3BlobStore } from '#adapters/s3/blob-s3.ts';
import { type OpenedStorage, openStorage } from '#compose/storage.ts';
import { normaliseKey } from '#ports/blob-store.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { ensureTestBucket, s3OptionsOf, testObjectStorage } from '#testing/object-storage.ts';
import { createUploadClient } from '#testing/upload-client.ts';
import { largeContent } from '#testing/large-content.ts';

const content = largeContent('the only copy');

let server: TestApp;
let operator: ObjectStorage;
let cookie: string;
beforeAll(ensureTestBucket);
beforeEach(async () => {
  operator = testObjectStorage();
  server = await createTestApp({ operatorStorage: operator, operatorDownloads: 'direct' });
  cookie = await server.signIn();
});
afterEach(() => server.close());

it('the operator’s decisions are shown, and cannot be changed', async () => {
  const shown = await server.app.inject({ url: '/api/admin/settings/environment', headers: { cookie } });
  const { data, meta } = shown.json<{
    data: { attributes: Record<string, unknown> };
    meta: { locked: string[]; fixed: string[] };
  }>();
  expect(data.attributes).toMatchObject({
    storage_driver: 's3',
    s3_endpoint: operator.endpoint,
    s3_bucket: operator.bucket,
    s3_secret_key: true,
    storage_downloads: 'direct',
  });
  expect(shown.body).not.toContain(operator.secretKey);
  expect(meta.locked).toEqual([
    'storage_driver',
    's3_endpoint',
    's3_region',
    's3_bucket',
    's3_access_key',
    's3_secret_key',
    's3_path_style',
    's3_prefix',
    'storage_downloads',
  ]);
  for (const url of ['/api/admin/settings/storage', '/api/admin/settings/test/storage']) {
    const answer = await server.app.inject({
      method: 'POST',
      url,
      headers: { cookie },
      payload: { storage_driver: 'disk' },
    });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'settings.locked']);
  }
  const rows = await server.database.db.selectFrom('settings').select(['name', 'value']).execute();
  const kept = new Map(rows.map(({ name, value }) => [name, value]));
  // The location of files is recorded; only the operator has the keys.
  expect(kept.get('s3_bucket')).toBe(JSON.stringify(operator.bucket));
  expect([kept.get('s3_access_key'), kept.get('s3_secret_key')]).toEqual(['""', '""']);
});

/** Simulates a server that starts on this one's database with another configuration. */
const startWith = async (named: ObjectStorage): Promise<{ storage: OpenedStorage; warnings: string[] }> => {
  const { db, sealer, node } = server.parts;
  const warnings: string[] = [];
  const storage = await openStorage(
    { db, sealer, node, dataDir: server.dataDir, operator: named, allowedPrivateHosts: [] },
    (sentence) => warnings.push(sentence),
  );
  return { storage, warnings };
};

it('a bucket under another name is the same one: nothing moves, and nothing is removed', async () => {
  const client = createUploadClient(await server.listen(), cookie);
  await client.put('a.txt', Buffer.from(content));
  const renamed = { ...operator, endpoint: operator.endpoint.replace('127.0.0.1', 'localhost') };
  const { storage, warnings } = await startWith(renamed);
  expect(warnings).toEqual([]);
  expect(await storage.stores.location()).toMatchObject({ bucket: { endpoint: renamed.endpoint } });
  const row = await server.database.db
    .selectFrom('blobs')
    .select(['store_id', 'key'])
    .executeTakeFirstOrThrow();
  // The file's store is called by another name.
  expect(row.store_id).toBe((await storage.stores.active()).id);
  expect(await storage.stores.get(row.store_id).size(normaliseKey(row.key))).toBe(content.length);
  expect((await storage.cleanable()).blockedReason).toBeUndefined();
});

it('a second bucket of the same keys becomes the store of new files, and files are migrated into it', async () => {
  const client = createUploadClient(await server.listen(), cookie);
  await client.put('a.txt', Buffer.from(content));
  const second = { ...operator, prefix: `${operator.prefix}second/` };
  const started = await startWith(second);
  expect(started.warnings).toEqual([expect.stringContaining('holdall migrate-blobs --to s3')]);
  // No keys are stored, so those of the configuration open both.
  const { storage, warnings } = await startWith(second);
  expect(warnings).toHaveLength(1);
  const { store_id: from, key } = await server.database.db
    .selectFrom('blobs')
    .select(['store_id', 'key'])
    .executeTakeFirstOrThrow();
  expect(await storage.stores.get(from).size(normaliseKey(key))).toBe(content.length);
  expect(storage.stores.rows().map(({ state }) => state)).toEqual(['active', 'draining', 'retired']);
});

it('a bucket whose keys are not there any more is not left while files are in it', async () => {
  const client = createUploadClient(await server.listen(), cookie);
  await client.put('a.txt', Buffer.from(content));
  const { db } = server.database;
  const active = await db
    .selectFrom('stores')
    .select(['id', 'config'])
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow();
  const bucket = JSON.parse(active.config) as ObjectStorage;
  const config = JSON.stringify({ ...bucket, endpoint: 'http://127.0.0.1:9' });
  await db.updateTable('stores').set({ config }).where('id', '=', active.id).execute();
  const second = { ...operator, prefix: `${operator.prefix}second/` };
  await expect(startWith(second)).rejects.toThrow('which cannot be reached');
  const now = await db.selectFrom('stores').select('id').where('state', '=', 'active').execute();
  expect(now).toEqual([{ id: active.id }]);
});

it('a server that starts while files leave its bucket does not reverse the move', async () => {
  const { choose, openLocation, ownership } = server.parts.storage;
  const client = createUploadClient(await server.listen(), cookie);
  await client.put('a.txt', Buffer.from(content));
  await ownership.claim(await openLocation({ kind: 'disk' }));
  await server.database.db
    .transaction()
    .execute((trx) => choose(trx, { to: { kind: 'disk' }, node: server.parts.node, keepKeys: true }));
  const { storage, warnings } = await startWith(operator);
  expect(warnings).toEqual([expect.stringContaining('Take HOLDALL_S3_… out of the configuration')]);
  expect(storage.stores.rows().map(({ kind, state }) => [kind, state])).toContainEqual(['s3', 'draining']);
  expect(await storage.stores.location()).toEqual({ kind: 'disk' });
});

it('a bucket of another installation is not taken over', async () => {
  const other = testObjectStorage();
  const store = createS3BlobStore(s3OptionsOf(other));
  await store.setOwner('another');
  await expect(startWith(other)).rejects.toThrow('holds files of another installation');
  expect(await server.parts.storage.stores.location()).toMatchObject({ bucket: { prefix: operator.prefix } });
  store.close();
});
