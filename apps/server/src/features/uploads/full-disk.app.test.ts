import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Item } from '@holdall/contract/files';
import { expect, it } from 'vitest';
import { createDiskBlobStore } from '#adapters/disk/blob-disk.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { chunkName, createUploadClient, sha256 } from '#testing/upload-client.ts';

it('a full disk answers 507; reading and deleting work, and uploads resume once there is room', async ({
  skip,
  onTestFinished,
}) => {
  const mount = await mkdtemp(join(tmpdir(), 'holdall-full-'));
  // Mounting needs a privilege that containers often lack.
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', mount]).status !== 0) {
    skip('no right to mount a tmpfs');
  }
  const server = await createTestApp({ blobs: await createDiskBlobStore(mount) });
  onTestFinished(async () => {
    await server.close();
    execFileSync('umount', [mount]);
    await rm(mount, { recursive: true });
  });
  const client = createUploadClient(await server.listen(), await server.signIn());

  const kept = Buffer.alloc(3_000_000, 1);
  const first = (await (await client.binary({ name: 'kept.bin' }, kept)).json()) as Item;
  const name = chunkName('big.bin');
  const big = Buffer.alloc(6_000_000, 2);
  expect((await client.chunk({ name, offset: 0, is_last: false }, big.subarray(0, 2_000_000))).status).toBe(
    200,
  );
  const whole = await client.binary({ name: 'whole.bin' }, big);
  expect(whole.status).toBe(507);
  expect(await whole.json()).toMatchObject({ code: 'storage.disk_full' });
  const chunk = await client.chunk({ name, offset: 2_000_000, is_last: true }, big.subarray(2_000_000));
  expect(chunk.status).toBe(507);
  expect(await client.names()).toEqual(['kept.bin']);
  expect(await client.downloadedSha256(first)).toBe(sha256(kept));

  const offset = await client.offset(name);
  expect(offset).toBe(2_000_000);
  const [blob] = await server.parts.db.selectFrom('blobs').selectAll().execute();
  await server.blobs.remove((blob?.key ?? '') as never);
  const finished = await client.chunk({ name, offset, is_last: true }, big.subarray(offset));
  expect(finished.status).toBe(201);
  expect(await client.downloadedSha256((await finished.json()) as Item)).toBe(sha256(big));
});
