import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { Item } from '@holdall/contract/files';
import { beforeAll, describe, expect, it } from 'vitest';
import { createS3BlobStore } from '#adapters/s3/blob-s3.ts';
import { createS3Client } from '#adapters/s3/s3-client.ts';
import { listObjects, removeObject } from '#adapters/s3/s3-objects.ts';
import { ownerMarkerName } from '#lib/owner-marker.ts';
import type { BlobKey } from '#ports/blob-store.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';
import { eventually } from '#testing/eventually.ts';
import { ensureTestBucket, s3OptionsOf, testObjectStorage } from '#testing/object-storage.ts';
import { answerOn, createUploadClient, sha256, type UploadClient } from '#testing/upload-client.ts';
import { useAdmin } from '#testing/use-admin.ts';

const { server, call, cookie, logged } = useAdmin(async () => ({ allowedPrivateHosts: ['127.0.0.1'] }));
beforeAll(ensureTestBucket);

const formOf = (storage: ObjectStorage, change: object = {}) => ({
  storage_driver: 's3',
  s3_endpoint: storage.endpoint,
  s3_region: storage.region,
  s3_bucket: storage.bucket,
  s3_access_key: storage.accessKey,
  s3_secret_key: storage.secretKey,
  s3_prefix: storage.prefix,
  ...change,
});
const save = (form: object) => call('POST', '/api/admin/settings/storage', form);
const trial = (form: object) => call('POST', '/api/admin/settings/test/storage', form);
const environment = async () => {
  const { body } = await call('GET', '/api/admin/settings/environment');
  return JSON.parse(body) as {
    data: { attributes: Record<string, unknown> };
    meta: { locked: string[]; fixed: string[] };
  };
};
const clientOf = async (): Promise<UploadClient> => createUploadClient(await server.listen(), cookie());
const keysIn = async (storage: ObjectStorage): Promise<BlobKey[]> => {
  const store = createS3BlobStore(s3OptionsOf(storage));
  const keys: BlobKey[] = [];
  for await (const { key } of store.list()) keys.push(key);
  store.close();
  return keys;
};
/** Returns a port on which nothing listens. */
const deadPort = async (): Promise<number> => {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  await new Promise((resolve) => listener.close(resolve));
  return port;
};

describe('a trial', () => {
  it('that succeeds saves nothing', async () => {
    const answer = await trial(formOf(testObjectStorage()));
    expect([answer.status, answer.body]).toEqual([200, '{"works":true}']);
    expect((await environment()).data.attributes).toMatchObject({ storage_driver: 'disk', s3_bucket: '' });
    expect((await trial({ storage_driver: 'disk' })).status).toBe(200);
  });

  it('refuses a bucket that belongs to another installation, and so does saving it', async () => {
    const storage = testObjectStorage();
    const store = createS3BlobStore(s3OptionsOf(storage));
    await store.setOwner('another');
    for (const answer of [await trial(formOf(storage)), await save(formOf(storage))]) {
      expect([answer.status, answer.code]).toEqual([422, 'object_storage.taken']);
      expect(Object.keys(answer.errors ?? {})).toEqual(['s3_bucket']);
    }
    expect(await store.owner()).toBe('another');
    expect((await environment()).data.attributes).toMatchObject({ storage_driver: 'disk' });
    store.close();
    // A trial marks nothing: the next one may be another installation's.
    const free = testObjectStorage();
    await trial(formOf(free));
    const tried = createS3BlobStore(s3OptionsOf(free));
    expect(await tried.owner()).toBeUndefined();
    await save(formOf(free));
    expect(await tried.owner()).toMatch(/^[0-9a-f]{32}$/);
    tried.close();
  });

  it.each([
    ['s3_bucket', 'object_storage.no_bucket', { s3_bucket: 'no-such-bucket' }],
    ['s3_access_key', 'object_storage.access_key', { s3_access_key: 'nobody' }],
    ['s3_secret_key', 'object_storage.secret_key', { s3_secret_key: 'another' }],
    ['s3_endpoint', 'object_storage.unreachable', 'dead'],
    ['s3_endpoint', 'object_storage.private_address', { s3_endpoint: 'http://169.254.169.254' }],
    ['s3_endpoint', 'object_storage.unknown_host', { s3_endpoint: 'https://no-such-host.invalid' }],
    ['s3_bucket', 'request.invalid', { s3_bucket: '../other' }],
    ['s3_endpoint', 'request.invalid', { s3_endpoint: 'ftp://example.com' }],
    ['s3_prefix', 'request.invalid', { s3_prefix: '../' }],
  ])('reports %s as the field at fault: %s', async (field, code, change) => {
    const changed = change === 'dead' ? { s3_endpoint: `http://127.0.0.1:${await deadPort()}` } : change;
    const form = formOf(testObjectStorage(), changed as object);
    for (const answer of [await trial(form), await save(form)]) {
      expect([answer.status, answer.code]).toEqual([422, code]);
      expect(Object.keys(answer.errors ?? {})).toEqual([field]);
      expect(answer.body).not.toContain('testsecret');
    }
    expect((await environment()).data.attributes).toMatchObject({ storage_driver: 'disk' });
  });
});

describe('object storage', () => {
  it('is saved after a trial, takes effect at once, and never shows its secret key', async () => {
    const storage = testObjectStorage();
    const answer = await save(formOf(storage));
    expect(answer.status).toBe(200);
    expect(answer.body).not.toContain(storage.secretKey);
    const { attributes } = (await environment()).data;
    expect(attributes).toMatchObject({
      storage_driver: 's3',
      s3_endpoint: storage.endpoint,
      s3_bucket: storage.bucket,
      s3_access_key: storage.accessKey,
      s3_secret_key: true,
      s3_path_style: null,
      s3_prefix: storage.prefix,
      storage_downloads: 'proxy',
    });
    const row = await server.database.db
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 's3_secret_key')
      .executeTakeFirstOrThrow();
    expect(row.value).not.toContain(storage.secretKey);
    const changes = await logged('settings.changed');
    expect(changes.map(({ details }) => (details as { name: string }).name).toSorted()).toEqual([
      's3_access_key',
      's3_bucket',
      's3_endpoint',
      's3_prefix',
      's3_secret_key',
      'storage_driver',
    ]);
    expect(JSON.stringify(changes)).not.toContain(storage.secretKey);
    const bytes = randomBytes(100_000);
    const client = await clientOf();
    const file = await client.put('a.bin', bytes);
    expect(await client.downloadedSha256(file)).toBe(sha256(bytes));
    expect(await keysIn(storage)).toHaveLength(1);
  });

  it('keeps its location while anything is in it, but its keys may change', async () => {
    const storage = testObjectStorage();
    expect((await environment()).meta.fixed).toEqual([]);
    await save(formOf(storage));
    await (await clientOf()).put('a.bin', randomBytes(20_000));
    expect((await environment()).meta.fixed).toEqual([
      'storage_driver',
      's3_endpoint',
      's3_bucket',
      's3_prefix',
    ]);
    for (const form of [{ storage_driver: 'disk' }, formOf(storage, { s3_prefix: 'other/' })]) {
      const answer = await save(form);
      expect([answer.status, answer.code]).toEqual([409, 'storage.in_use']);
      expect(answer.message).toContain('holdall migrate-blobs');
    }
    expect((await save(formOf(storage, { s3_region: 'eu-central-1' }))).status).toBe(200);
    expect((await environment()).data.attributes['s3_region']).toBe('eu-central-1');
  });

  it('accepts no keys by which its files are not found', async () => {
    const storage = testObjectStorage();
    await save(formOf(storage));
    await (await clientOf()).put('a.bin', randomBytes(20_000));
    // As under the keys of an account whose bucket has the same name.
    const client = createS3Client(s3OptionsOf(storage));
    for (const start of ['blobs/', ownerMarkerName])
      for await (const { key } of listObjects(client, start)) await removeObject(client, key);
    for (const answer of [await trial(formOf(storage)), await save(formOf(storage))])
      expect([answer.status, answer.code]).toEqual([409, 'storage.in_use']);
    client.close();
  });

  it('keeps the secret key for the same endpoint and access key alone', async () => {
    const storage = testObjectStorage();
    const without = formOf(storage, { s3_secret_key: '' });
    expect((await save(without)).code).toBe('object_storage.no_secret');
    expect((await save(formOf(storage))).status).toBe(200);
    expect((await save(without)).status).toBe(200);
    const other = await save({ ...without, s3_access_key: 'somebody' });
    expect([other.code, Object.keys(other.errors ?? {})]).toEqual([
      'object_storage.no_secret',
      ['s3_secret_key'],
    ]);
    expect((await save({ ...without, s3_endpoint: 'http://localhost:1' })).code).toBe(
      'object_storage.no_secret',
    );
  });

  it('is saved as a whole; direct downloads are a setting of their own', async () => {
    const patch = (body: object) => call('PATCH', '/api/admin/settings/environment', body);
    expect((await patch({ name: 'storage_driver', value: 's3' })).status).toBe(422);
    expect((await patch({ name: 's3_bucket', value: 'other' })).status).toBe(422);
    expect((await patch({ name: 'storage_downloads', value: 'direct' })).status).toBe(200);
    expect((await environment()).data.attributes).toMatchObject({
      storage_driver: 'disk',
      s3_bucket: '',
      storage_downloads: 'direct',
    });
  });
});

describe('an upload that arrives while the storage changes', () => {
  it('ends where it began, is found, and follows', async () => {
    const storage = testObjectStorage();
    const client = await clientOf();
    const bytes = randomBytes(3_000_000);
    const socket = client.open(`POST /api/upload?name=a.bin HTTP/1.1\r\nContent-Length: ${bytes.length}`);
    const answered = answerOn(socket);
    socket.write(bytes.subarray(0, 1_000_000));
    await eventually(async () => expect(await readdir(join(server.dataDir, 'staging'))).toHaveLength(1));
    expect((await save(formOf(storage))).status).toBe(200);
    socket.write(bytes.subarray(1_000_000));
    const answer = await answered;
    socket.destroy();
    expect(answer.status).toBe(201);
    expect(await client.downloadedSha256(JSON.parse(answer.body) as Item)).toBe(sha256(bytes));
    expect(await keysIn(storage)).toEqual([]);
    await eventually(async () => {
      server.clock.advance(60_000);
      await server.parts.storage.stores.refresh();
      await server.services.sweep();
      expect(await keysIn(storage)).toHaveLength(1);
      const states = server.parts.storage.stores.rows().map(({ kind, state }) => `${kind} ${state}`);
      expect(states).toEqual(['s3 active', 'disk retired']);
    });
  });
});
