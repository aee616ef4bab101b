import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Item } from '@holdall/contract/files';
import { expect, it, onTestFinished } from 'vitest';
import { createDiskBlobStore } from '#adapters/disk/blob-disk.ts';
import { keepSpaceFree } from '#adapters/disk/blob-free-space.ts';
import type { DiskSpace } from '#lib/disk-space.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { chunkName, createUploadClient, sha256 } from '#testing/upload-client.ts';

it('uploads are refused with 507 while the disk is nearly full; reading and deleting continue', async () => {
  const root = await mkdtemp(join(tmpdir(), 'holdall-free-'));
  const total = 100_000_000_000;
  let space: DiskSpace = { free: 50_000_000_000, total };
  const server = await createTestApp({
    smallContentLimit: -1,
    blobs: keepSpaceFree(await createDiskBlobStore(root), async () => space),
  });
  onTestFinished(async () => {
    await server.close();
    await rm(root, { recursive: true });
  });
  const client = createUploadClient(await server.listen(), await server.signIn());
  const bytes = Buffer.alloc(1_000, 1);
  const kept = (await (await client.binary({ name: 'kept.bin' }, bytes)).json()) as Item;

  // 2 % of the disk, and just less than that after a file.
  for (const free of [1_999_999_999, 2_000_000_999]) {
    space = { free, total };
    const refused = await client.binary({ name: 'new.bin' }, bytes);
    expect([refused.status, await refused.json()]).toMatchObject([507, { code: 'storage.disk_full' }]);
  }
  space = { free: 1_999_999_999, total };
  const chunk = await client.chunk({ name: chunkName('a.bin'), is_last: true }, bytes);
  expect(chunk.status).toBe(507);
  expect(await client.names()).toEqual(['kept.bin']);
  expect(await client.downloadedSha256(kept)).toBe(sha256(bytes));
  const removed = await client.post('/api/remove', { items: [{ id: kept.data.id, type: 'file' }] });
  expect(removed.status).toBe(200);

  space = { free: 3_000_000_000, total };
  expect((await client.binary({ name: 'new.bin' }, bytes)).status).toBe(201);
});

it('small files are refused with 507 while the disk of the database is nearly full', async () => {
  const server = await createTestApp({
    diskSpace: async () => ({ free: 1_999_999_999, total: 100_000_000_000 }),
  });
  onTestFinished(() => server.close());
  const client = createUploadClient(await server.listen(), await server.signIn());
  for (const query of [{}, { upload_id: 'up' }]) {
    const refused = await client.binary({ name: 'new.bin', ...query }, Buffer.alloc(1_000));
    expect([refused.status, await refused.json()]).toMatchObject([507, { code: 'storage.disk_full' }]);
  }
  expect(await client.names()).toEqual([]);
});
