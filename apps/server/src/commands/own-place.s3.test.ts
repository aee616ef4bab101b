import { beforeAll, expect, test, vi } from 'vitest';
import { createS3BlobStore } from '#adapters/s3/blob-s3.ts';
import { type BlobStore, storeBytes } from '#ports/blob-store.ts';
import {
  ensureTestBucket,
  environmentOfStorage,
  s3OptionsOf,
  testObjectStorage,
} from '#testing/object-storage.ts';
import { answerOf, commandIn, examine, nothingWrong, useMaintenance } from '#testing/maintenance-commands.ts';
import { largeContent } from '#testing/large-content.ts';

vi.setConfig({ testTimeout: 120_000 });

const { newPlace, pathOf, serve, spawn } = useMaintenance();
beforeAll(ensureTestBucket);

const countIn = async (store: BlobStore): Promise<number> => {
  let count = 0;
  for await (const _blob of store.list()) count += 1;
  return count;
};

test('a server without its database refuses a bucket with files', async () => {
  const storage = testObjectStorage();
  const store = createS3BlobStore(s3OptionsOf(storage));
  const bucket = environmentOfStorage(storage);
  const site = await serve(await newPlace('first', bucket));
  await site.upload('a.txt', Buffer.from(largeContent('a file')));
  await site.stop();
  const owner = await store.owner();
  expect(owner).toMatch(/^[0-9a-f]{32}$/);

  const empty = spawn(await newPlace('empty', bucket), 'serve');
  expect(await empty.finished).toMatchObject({ code: 1 });
  expect(empty.output()).toContain('already contains files of another installation');
  // Nor one that is installed, and is given it later.
  const elsewhere = await newPlace('elsewhere');
  await (await serve(elsewhere)).stop();
  const given = spawn({ ...elsewhere, env: bucket }, 'serve');
  expect(await given.finished).toMatchObject({ code: 1 });
  expect(given.output()).toContain('holds files of another installation');
  expect([await store.owner(), await countIn(store)]).toEqual([owner, 1]);
  store.close();
});

test('a backup is restored to the bucket of its installation where no server uses it any more', async () => {
  const storage = testObjectStorage();
  const store = createS3BlobStore(s3OptionsOf(storage));
  const bucket = environmentOfStorage(storage);
  const first = await newPlace('first', bucket);
  const site = await serve(first);
  await site.upload('a.txt', Buffer.from(largeContent('a file')));
  await site.stop();
  const root = pathOf('backups');
  expect((await answerOf(first, 'backup', root)).code).toBe(0);
  const owner = await store.owner();

  const second = await newPlace('second', bucket);
  const refused = await commandIn(second, 'restore', root);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.output).toContain('add --take-over');
  expect([await store.owner(), await countIn(store)]).toEqual([owner, 1]);
  expect(await answerOf(second, 'restore', root, '--take-over')).toMatchObject({ code: 0 });
  expect(await store.owner()).not.toBe(owner);
  expect(await examine(second)).toEqual(nothingWrong);
  // The one that was taken over has its say no more.
  for (const args of [['doctor'], ['backup', pathOf('others')]]) {
    const told = await commandIn(first, ...args);
    expect(told).toMatchObject({ code: 1 });
    expect(told.output).toContain('belongs to another installation');
  }

  const foreign = testObjectStorage();
  const others = createS3BlobStore(s3OptionsOf(foreign));
  await storeBytes(others, Buffer.from('of somebody else'));
  const apart = await newPlace('third', environmentOfStorage(foreign));
  const third = await commandIn(apart, 'restore', root, '--take-over');
  expect(third).toMatchObject({ code: 1 });
  expect(third.output).toContain('holds files of another installation');
  expect(await countIn(others)).toBe(1);
  store.close();
  others.close();
});

test('a renamed bucket keeps its files: nothing moves, and nothing is removed', async () => {
  const storage = testObjectStorage();
  const place = await newPlace('place', { HOLDALL_ALLOWED_PRIVATE_HOSTS: '127.0.0.1,localhost' });
  const onlyCopy = largeContent('the only copy');
  const site = await serve(place);
  const chosen = await site.post('/api/admin/settings/storage', {
    storage_driver: 's3',
    s3_endpoint: storage.endpoint,
    s3_region: storage.region,
    s3_bucket: storage.bucket,
    s3_access_key: storage.accessKey,
    s3_secret_key: storage.secretKey,
    s3_prefix: storage.prefix,
  });
  expect(chosen.status).toBe(200);
  const file = await site.upload('a.txt', Buffer.from(onlyCopy));
  const renamed = { ...storage, endpoint: storage.endpoint.replace('127.0.0.1', 'localhost') };
  const named = { ...place, env: { ...place.env, ...environmentOfStorage(renamed) } };
  const moved = await answerOf(named, 'migrate-blobs', '--to', 's3', '--remove-source');
  expect(moved).toMatchObject({ code: 3, value: { error: { code: 'same' } } });
  expect((await site.download(file))?.toString()).toBe(onlyCopy);
  const shown = await (
    await fetch(`${site.origin}/api/admin/settings/environment`, { headers: { cookie: site.cookie } })
  ).json();
  expect(shown).toMatchObject({ data: { attributes: { s3_endpoint: renamed.endpoint } } });
  await site.stop();
});
