import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Item } from '@holdall/contract/files';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDiskBlobStore } from '#adapters/disk/blob-disk.ts';
import { type BlobStore, BlobStoreAwayError, BlobStoreError, BlobStoreFullError } from '#ports/blob-store.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { chunkName, createUploadClient, sha256, type UploadClient } from '#testing/upload-client.ts';

let root: string;
let server: TestApp;
let client: UploadClient;
/** The step at which the disk fails. */
let failing: 'write' | 'sync' | 'publish' | 'full' | 'away' | 'breaking' | 'nothing';

const ioError = async (): Promise<never> => {
  throw new BlobStoreError('The disk failed (EIO).');
};
const away = async (): Promise<never> => {
  throw new BlobStoreAwayError('The object storage failed while writing (unreachable).');
};
/** A store on a disk that fails on demand. */
const failingStore = (disk: BlobStore): BlobStore => ({
  ...disk,
  stage: async (key, position) => {
    if (failing === 'away') await away();
    const writer = await disk.stage(key, position);
    return {
      get position() {
        return writer.position;
      },
      write: (bytes) => {
        if (failing === 'breaking') return away();
        return failing === 'write' ? ioError() : writer.write(bytes);
      },
      flush: () => (failing === 'sync' ? ioError() : writer.flush()),
      close: () => writer.close(),
    };
  },
  publish: async (key, size) => {
    if (failing === 'full') throw new BlobStoreFullError('No space left (ENOSPC).');
    await disk.publish(key, size);
    // The worst moment: the name exists, but nobody knows whether it is durable.
    if (failing === 'publish') await ioError();
  },
});

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'holdall-failing-'));
  failing = 'nothing';
  server = await createTestApp({
    smallContentLimit: -1,
    blobs: failingStore(await createDiskBlobStore(root)),
  });
  client = createUploadClient(await server.listen(), await server.signIn());
});
afterEach(async () => {
  await server.close();
  await rm(root, { recursive: true });
});

const storedFiles = async (): Promise<string[]> =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('trash'))
    .map(({ name }) => name);

it.each(['write', 'sync', 'publish'] as const)(
  'a disk that fails at %s answers 503, and no byte of the file is kept or trusted',
  async (step) => {
    const name = chunkName('a.bin');
    const bytes = Buffer.alloc(1_000, 7);
    await client.chunk({ name, offset: 0, is_last: false }, bytes.subarray(0, 400));
    failing = step;
    const answers = [
      await client.binary({ name: 'whole.bin' }, bytes),
      await client.chunk({ name, offset: 400, is_last: true }, bytes.subarray(400)),
      await client.binary({ name: 'resumable.bin', upload_id: 'up' }, bytes),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(await answer.json()).toMatchObject({ code: 'storage.unavailable' });
    }
    expect(await client.names()).toEqual([]);
    expect(await storedFiles()).toEqual([]);
    expect(await server.parts.db.selectFrom('upload_sessions').selectAll().execute()).toEqual([]);
    expect(await server.parts.db.selectFrom('blobs').selectAll().execute()).toEqual([]);

    failing = 'nothing';
    const gap = await client.chunk({ name, offset: 400, is_last: true }, bytes.subarray(400));
    expect(await gap.json()).toMatchObject({ code: 'upload.gap', offset: 0 });
    const whole = await client.chunk({ name, offset: 0, is_last: true }, bytes);
    expect(await client.downloadedSha256((await whole.json()) as Item)).toBe(sha256(bytes));
  },
);

it.each(['away', 'breaking'] as const)(
  'a store that is %s for a while answers 503, and uploads continue where they were',
  async (step) => {
    const [bytes, name] = [randomBytes(1_000), chunkName('c.bin')];
    await client.chunk({ name, offset: 0, is_last: false }, bytes.subarray(0, 400));
    failing = step;
    const refused = await client.chunk({ name, offset: 400, is_last: true }, bytes.subarray(400));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await refused.json()).toMatchObject({ code: 'storage.unavailable' });
    failing = 'nothing';
    expect(await client.offset(name)).toBe(400);
    const last = await client.chunk({ name, offset: 400, is_last: true }, bytes.subarray(400));
    expect(await client.downloadedSha256((await last.json()) as Item)).toBe(sha256(bytes));
  },
);

it('a disk without room for the last step answers 507, and the upload continues where it was', async () => {
  const [bytes, name] = [randomBytes(1_000), chunkName('b.bin')];
  await client.chunk({ name, is_last: false }, bytes.subarray(0, 400));
  failing = 'full';
  const last = () => client.chunk({ name, is_last: true }, bytes.subarray(400));
  const rest = (from: number) =>
    client.binary({ name: 'a.bin', upload_id: 'up', offset: from }, bytes.subarray(from));
  for (const answer of [await rest(0), await last(), await rest(1_000)]) {
    expect(answer.status).toBe(507);
    expect(await answer.json()).toMatchObject({ code: 'storage.disk_full' });
  }
  expect(await client.offset('up')).toBe(1_000);
  // Without an offset the whole part is sent again.
  expect(await client.offset(name)).toBe(400);
  failing = 'nothing';
  for (const answer of [await rest(1_000), await last()]) {
    expect(answer.status).toBe(201);
    expect(await client.downloadedSha256((await answer.json()) as Item)).toBe(sha256(bytes));
  }
});

it('a database that fails after the bytes were published loses no file that may have been recorded', async () => {
  const bytes = Buffer.alloc(1_000, 7);
  await server.parts.db.schema.alterTable('blobs').renameTo('blobs_away').execute();
  expect((await client.binary({ name: 'whole.bin' }, bytes)).status).toBe(500);
  expect((await client.binary({ name: 'a.bin', upload_id: 'up' }, bytes)).status).toBe(500);
  // The server does not know how the transaction ended: the bytes stay until a sweep finds them orphaned.
  expect(await storedFiles()).toHaveLength(2);
  await server.parts.db.schema.alterTable('blobs_away').renameTo('blobs').execute();
  expect(await client.names()).toEqual([]);
  expect(await client.offset('up')).toBe(1_000);
  const again = await client.binary({ name: 'a.bin', upload_id: 'up', offset: 1_000 }, Buffer.alloc(0));
  expect(again.status).toBe(201);
  expect(await client.downloadedSha256((await again.json()) as Item)).toBe(sha256(bytes));
  server.clock.advance(25 * 60 * 60 * 1000);
  await server.services.sweep();
  expect(await storedFiles()).toHaveLength(1);
});
