import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createS3BlobStore, type S3BlobStore } from '#adapters/s3/blob-s3.ts';
import { storeBytes, type BlobKey } from '#ports/blob-store.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { ensureTestBucket, s3OptionsOf, testObjectStorage } from '#testing/object-storage.ts';
import { chunkName, createUploadClient, sha256, type UploadClient } from '#testing/upload-client.ts';
import { itemOf } from '#testing/use-uploads.ts';

interface Node {
  readonly app: TestApp;
  readonly store: S3BlobStore;
  readonly client: UploadClient;
}

let here: Node;
let there: Node;
beforeAll(ensureTestBucket);
beforeEach(async () => {
  const storage = testObjectStorage();
  const open = async (beside?: TestApp): Promise<Node> => {
    const store = createS3BlobStore(s3OptionsOf(storage));
    const app = await createTestApp({ blobs: store, ...(beside === undefined ? {} : { beside }) });
    const cookie = await app.signIn();
    return { app, store, client: createUploadClient(await app.listen(), cookie) };
  };
  here = await open();
  there = await open(here.app);
});
afterEach(async () => {
  for (const { app, store } of [there, here]) {
    await app.close();
    store.close();
  }
});

const keysOf = async (entries: AsyncIterable<{ readonly key: BlobKey }>): Promise<BlobKey[]> => {
  const keys: BlobKey[] = [];
  for await (const { key } of entries) keys.push(key);
  return keys;
};

describe('files in object storage', () => {
  it.each([0, 10_000, 20_000_000])(
    'of %i bytes are sent in one request and available at once',
    async (length) => {
      const bytes = randomBytes(length);
      const file = await here.client.put('a.bin', bytes);
      expect(await there.client.downloadedSha256(file)).toBe(sha256(bytes));
      expect(await keysOf(here.store.listStaged())).toEqual([]);
    },
  );

  it('are sent in chunks to two servers', async () => {
    const bytes = randomBytes(21_000_000);
    const name = chunkName('a.bin');
    const step = 3_000_000;
    for (let at = 0, lock = 0; at < bytes.length - step; at += step, lock += 1) {
      const { client } = lock % 2 === 0 ? here : there;
      const fields = { name, offset: at, is_last: false };
      const answer = await client.chunk(fields, bytes.subarray(at, at + step));
      expect(await answer.json()).toEqual({ upload_id: name, offset: at + step });
    }
    expect(await there.client.offset(name)).toBe(18_000_000);
    const last = { name, offset: 18_000_000, is_last: true };
    const file = await itemOf(await there.client.chunk(last, bytes.subarray(18_000_000)));
    expect(await here.client.downloadedSha256(file)).toBe(sha256(bytes));
    expect(await keysOf(here.store.listStaged())).toEqual([]);
  });

  it('are read in ranges and as an archive', async () => {
    const bytes = randomBytes(5_000_000);
    const folder = await here.client.folder('both');
    const file = await here.client.put('a.bin', bytes, folder);
    await here.client.put('b.bin', bytes.subarray(0, 100), folder);
    const part = await there.client.get(`/api/files/${file.data.id}/content`, {
      range: 'bytes=4000000-4000009',
    });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(4_000_000, 4_000_010))).toBe(true);
    const prepared = await there.client.get(`/api/zip?items=${folder.data.id}|folder`);
    const archive = Buffer.from(await prepared.arrayBuffer());
    expect(prepared.status).toBe(200);
    expect(archive.length).toBe(Number(prepared.headers.get('content-length')));
    expect(archive.includes(bytes.subarray(0, 1_000))).toBe(true);
  });

  it('leave nothing behind when the upload is abandoned', async () => {
    const name = chunkName('a.bin');
    await here.client.chunk({ name, offset: 0, is_last: false }, randomBytes(9_000_000));
    expect(await keysOf(here.store.listStaged())).toHaveLength(1);
    expect((await there.client.remove(`/api/upload/chunks/${name}`)).status).toBe(204);
    expect(await keysOf(here.store.listStaged())).toEqual([]);
    const kept = await storeBytes(here.store, Buffer.from('beside'));
    expect(await keysOf(here.store.list())).toEqual([kept]);
  });
});
