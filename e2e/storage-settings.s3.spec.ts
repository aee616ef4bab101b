/** File storage, chosen in the settings, on a real S3 server. */
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import { ensureTestBucket, testObjectStorage } from '../apps/server/src/testing/object-storage.ts';
import { signInToApi } from './harness/api.ts';
import { expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { writeFolder } from './harness/real-files.ts';

const journey = journeysOf({ HOLDALL_ALLOWED_PRIVATE_HOSTS: '127.0.0.1' });
beforeAll(ensureTestBucket);

journey('files go into object storage once that was tried, and stay there', async (world) => {
  const { page, signIn, server, guard } = world;
  guard.allow(/status of 422/);
  const storage = testObjectStorage();
  await signIn({ at: '/admin/settings/environment' });
  await page.getByText('In object storage').click();
  await page.getByLabel('Endpoint').fill(storage.endpoint);
  await page.getByLabel('Bucket').fill('no-such-bucket');
  await page.getByLabel('Access key').fill(storage.accessKey);
  await page.getByLabel('Secret key').fill('another-secret');
  await page.getByLabel('Prefix').fill(storage.prefix);
  const test = page.getByRole('button', { name: 'Test', exact: true });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await test.click();
  await expectVisible(page.getByText('The secret key doesn’t match this access key.'));
  await page.getByLabel('Secret key').fill(storage.secretKey);
  await save.click();
  await expectVisible(page.getByText('There’s no bucket with this name.'));
  await page.getByLabel('Bucket').fill(storage.bucket);
  await test.click();
  await expectVisible(page.getByText('It works: objects were written, read, listed and deleted.'));
  await save.click();
  await expectVisible(page.getByText('Saved. It works and is now in use.'));
  await expectVisible(page.getByText('Downloads', { exact: true }));

  const bytes = randomBytes(5_000);
  const real = writeFolder('kept', new Map([['kept.bin', bytes]]));
  const api = await signInToApi(server.url);
  const folder = await api.createFolder('In a bucket');
  await page.goto(`/platform/files/${folder}`);
  const files = filesPage(page);
  await files.choose(join(real.path, 'kept.bin'));
  await expectVisible(files.row('kept.bin'));
  const [kept] = await api.list(folder);
  expect(Buffer.from(await api.download(kept?.id ?? '')).equals(bytes)).toBe(true);
  // Nothing of it is on the disk but the marker of its owner.
  const left = readdirSync(join(server.dataDir, 'blobs'), { recursive: true, withFileTypes: true });
  const names = left.filter((entry) => entry.isFile()).map(({ name }) => name);
  expect(names).toEqual(['holdall-installation']);

  await page.goto('/admin/settings/environment');
  await expectVisible(page.getByText('There are files already.'));
  expect(await page.getByLabel('Bucket').isDisabled()).toBe(true);
  expect(await page.getByLabel('Access key').isDisabled()).toBe(false);
  expect(await page.content()).not.toContain(storage.secretKey);
});
