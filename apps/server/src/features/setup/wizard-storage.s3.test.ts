import { beforeAll, expect, test, vi } from 'vitest';
import { createS3BlobStore } from '#adapters/s3/blob-s3.ts';
import { storeBytes } from '#ports/blob-store.ts';
import { ensureTestBucket, s3OptionsOf, testObjectStorage } from '#testing/object-storage.ts';
import { firstAdmin as admin, useWizard } from '#testing/use-wizard.ts';

vi.setConfig({ testTimeout: 60_000 });

const { begin, wizard, database } = useWizard();
beforeAll(ensureTestBucket);

test('a bucket with files of another installation is refused, also if they arrive before the last step', async () => {
  await begin({ env: { HOLDALL_ALLOWED_PRIVATE_HOSTS: '127.0.0.1' } });
  const place = testObjectStorage();
  const store = createS3BlobStore(s3OptionsOf(place));
  const form = {
    storage_driver: 's3',
    s3_endpoint: place.endpoint,
    s3_region: place.region,
    s3_bucket: place.bucket,
    s3_access_key: place.accessKey,
    s3_secret_key: place.secretKey,
    s3_prefix: place.prefix,
  };
  const left = await storeBytes(store, Buffer.from('of somebody else'));
  await wizard().step('checks');
  await wizard().step('database', database());
  expect(await wizard().refused('environment/test/storage', form)).toMatchObject({
    status: 422,
    code: 'object_storage.taken',
    errors: { s3_bucket: [expect.any(String)] },
  });
  expect(await wizard().refused('environment', { storage: form })).toMatchObject({
    code: 'object_storage.taken',
    errors: { 'storage.s3_bucket': [expect.any(String)] },
  });
  await store.remove(left);
  await wizard().step('environment', { storage: form });
  await wizard().step('app', { title: 'Files' });
  await store.setOwner('another');
  expect(await wizard().refused('admin', admin)).toMatchObject({ status: 409, code: 'storage.taken' });
  expect(wizard().takenOver()).toBe(0);
  store.close();
});
