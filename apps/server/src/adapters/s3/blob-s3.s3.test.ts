import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extentOf } from '#adapters/s3/blob-s3-extents.ts';
import { createS3BlobStore, type S3BlobStore } from '#adapters/s3/blob-s3.ts';
import { describeOwner } from '#adapters/blob-owner.suite.ts';
import { describeBlobStore } from '#adapters/blob-store.suite.ts';
import { createS3Client } from '#adapters/s3/s3-client.ts';
import {
  beginParts,
  lastPartAt,
  listObjects,
  listUploads,
  putObject,
  putPart,
} from '#adapters/s3/s3-objects.ts';
import { createStorageTrial } from '#adapters/s3/s3-trial.ts';
import { type BlobKey, createBlobKey, storeBytes } from '#ports/blob-store.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';
import { ensureTestBucket, s3OptionsOf, testObjectStorage } from '#testing/object-storage.ts';

const stores: S3BlobStore[] = [];
const openAt = (storage: ObjectStorage): S3BlobStore => {
  const store = createS3BlobStore(s3OptionsOf(storage));
  stores.push(store);
  return store;
};

beforeAll(ensureTestBucket);
afterAll(() => {
  for (const store of stores) store.close();
});

const write = async (store: S3BlobStore, key: BlobKey, part: readonly [at: number, bytes: Buffer]) => {
  const [at, bytes] = part;
  const writer = await store.stage(key, at);
  await writer.write(bytes);
  await writer.flush();
  await writer.close();
};

const digest = async (store: S3BlobStore, key: BlobKey): Promise<string> => {
  const hash = createHash('sha256');
  for await (const piece of await store.read(key)) hash.update(piece);
  return hash.digest('hex');
};

describe('blobs in object storage', () => {
  describeBlobStore(async () => openAt(testObjectStorage()));
  describeOwner(async () => openAt(testObjectStorage()));

  it('accepts the chunks of one file from several servers', async () => {
    const storage = testObjectStorage();
    const nodes = [openAt(storage), openAt(storage), openAt(storage)] as const;
    const key = createBlobKey();
    const bytes = randomBytes(25_000_000);
    let at = 0;
    for (let turn = 0; at < bytes.length; turn += 1) {
      const node = nodes[turn % 3] ?? nodes[0];
      const chunk = bytes.subarray(at, at + 1_700_000 + turn * 100_000);
      expect(await node.stagedSize(key)).toBe(at === 0 ? undefined : at);
      await write(node, key, [at, chunk]);
      at += chunk.length;
    }
    await nodes[1].publish(key, bytes.length);
    expect(await digest(nodes[2], key)).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(await nodes[0].stagedSize(key)).toBeUndefined();
  });

  it('finishes an interrupted publication', async () => {
    const storage = testObjectStorage();
    const store = openAt(storage);
    const client = createS3Client(s3OptionsOf(storage));
    const key = await storeBytes(store, Buffer.from('whole'));
    // The state after the first staged object was removed and the second was not.
    await putObject(client, extentOf(key, 3, 2).key, [Buffer.from('le')]);
    expect(await store.stagedSize(key)).toBeUndefined();
    await store.publish(key, 5);
    const left: string[] = [];
    for await (const object of listObjects(client, '')) left.push(object.key);
    expect(left).toEqual([`blobs/${key}`]);
    client.close();
  });

  it('keeps staged bytes when an abandoned connection writes late', async () => {
    const storage = testObjectStorage();
    const store = openAt(storage);
    const client = createS3Client(s3OptionsOf(storage));
    const key = createBlobKey();
    await write(store, key, [0, Buffer.from('hello there')]);
    await putObject(client, extentOf(key, 0, 5).key, [Buffer.from('hello')]);
    expect(await store.stagedSize(key)).toBe(11);
    await store.publish(key, 11);
    expect(await store.size(key)).toBe(11);
    client.close();
  });

  it('aborts unfinished parts when they are discarded', async () => {
    const storage = testObjectStorage();
    const store = openAt(storage);
    const client = createS3Client(s3OptionsOf(storage));
    const key = createBlobKey();
    const upload = await beginParts(client, `blobs/${key}`);
    expect(await lastPartAt(client, upload)).toBeUndefined();
    await putPart(client, upload, { number: 1, body: [Buffer.from('part')] });
    expect(Math.abs(((await lastPartAt(client, upload)) ?? 0) - Date.now())).toBeLessThan(60_000);
    await store.discard(key);
    expect(await lastPartAt(client, upload)).toBeUndefined();
    const left: string[] = [];
    for await (const { id } of listUploads(client, '')) left.push(id);
    expect(left).toEqual([]);
    client.close();
  });

  it('returns an address that serves the bytes with their headers', async () => {
    const store = openAt(testObjectStorage());
    const key = await storeBytes(store, Buffer.from('0123456789'));
    const disposition = `attachment; filename*=UTF-8''%C5%99.txt`;
    const type = 'application/octet-stream';
    const address = (await store.readAddress(key, { disposition, type })) ?? '';
    expect(Number(new URL(address).searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(60);
    const answer = await fetch(address, { headers: { range: 'bytes=2-4' } });
    expect([answer.status, await answer.text()]).toEqual([206, '234']);
    expect(answer.headers.get('content-disposition')).toBe(disposition);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    const forged = await fetch(address.replace('octet-stream', 'xhtml'));
    await forged.body?.cancel();
    expect(forged.status).toBe(403);
  });
});

describe('a trial', () => {
  const tryIt = (change: Partial<ObjectStorage>) => {
    const storage = { ...testObjectStorage(), ...change };
    return createStorageTrial(s3OptionsOf(storage))(storage);
  };

  it('works, and leaves nothing behind', async () => {
    const storage = testObjectStorage();
    expect(await createStorageTrial(s3OptionsOf(storage))(storage)).toEqual({ works: true });
    const client = createS3Client(s3OptionsOf(storage));
    for await (const object of listObjects(client, '')) expect(object).toBeUndefined();
    client.close();
  });

  it.each([
    [{ bucket: 'holdall-no-such-bucket' }, 'no_bucket'],
    [{ accessKey: 'nobody' }, 'access_key'],
    [{ secretKey: 'wrong' }, 'secret_key'],
    [{ endpoint: 'http://127.0.0.1:9' }, 'unreachable'],
    [{ endpoint: 'https://storage.invalid' }, 'unknown_host'],
    [{ trusted: false }, 'private_address'],
  ] as const)('with %o says %s', async (change, reason) => {
    expect(await tryIt(change)).toEqual({ works: false, step: 'write', reason });
  });

  it('recognises a server with another protocol', async () => {
    const { endpoint } = testObjectStorage();
    expect(await tryIt({ endpoint: endpoint.replace('http:', 'https:') })).toMatchObject({
      works: false,
      reason: 'not_s3',
    });
  });
});
