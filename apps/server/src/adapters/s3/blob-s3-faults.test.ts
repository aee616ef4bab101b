import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOutbound } from '#adapters/outbound-net.ts';
import { createS3BlobStore, type S3BlobStore } from '#adapters/s3/blob-s3.ts';
import { extentOf } from '#adapters/s3/blob-s3-extents.ts';
import { createStorageTrial } from '#adapters/s3/s3-trial.ts';
import {
  type FailingStorage,
  hangUp,
  refuse,
  startFailingStorage,
  stayMute,
  type StorageAnswer,
  type StorageCall,
} from '#testing/failing-storage.ts';
import {
  BlobAbsentError,
  BlobStoreAwayError,
  BlobStoreError,
  BlobStoreFullError,
  createBlobKey,
  storeBytes,
} from '#ports/blob-store.ts';

let storage: FailingStorage;
let store: S3BlobStore;
beforeEach(async () => {
  storage = await startFailingStorage();
  store = createS3BlobStore(storage.options);
});
afterEach(() => {
  store.close();
  storage.stop();
});

/** Milliseconds. */
const patient = 20_000;
/** The store from now on: one that waits so many milliseconds for an answer. */
const waitingFor = (answer: number): void => {
  store.close();
  store = createS3BlobStore({
    ...storage.options,
    timeouts: { ...storage.options.timeouts, answer, idle: answer },
  });
};

const key = createBlobKey();
/** A page of a server that does not speak S3. */
const page =
  (status: number, headers = {}): StorageAnswer =>
  (response) =>
    void response.writeHead(status, headers).end('<html>Welcome</html>');
const done: StorageAnswer = (response) => void response.end();
const emptyList: StorageAnswer = (response) =>
  void response.end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>');

/** Answers the bytes of a range, up to the allowed number. */
const bytesOf =
  (bytes: Buffer, most = bytes.length): StorageAnswer =>
  (response, { headers }) => {
    const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(headers.range ?? '') ?? [];
    const part = bytes.subarray(Number(from), to === '' ? undefined : Number(to) + 1);
    response.writeHead(headers.range === undefined ? 200 : 206, { 'content-length': part.length });
    if (part.length <= most) response.end(part);
    else response.write(part.subarray(0, most), () => response.destroy());
  };

const begunLongAgo = '2020-01-01T00:00:00.000Z';
/** Answers that there is one incomplete upload in parts, of the object of that name, and when its parts came. */
const uploading =
  (name: string, parts: StorageAnswer): StorageAnswer =>
  (response, call) => {
    const query = new URL(call.url, storage.options.storage.endpoint).searchParams;
    if (query.has('uploadId')) return call.method === 'GET' ? parts(response, call) : done(response, call);
    if (!query.has('uploads')) return emptyList(response, call);
    const upload = `<Upload><Key>files/${name}</Key><UploadId>1</UploadId><Initiated>${begunLongAgo}</Initiated></Upload>`;
    const isListed = `files/${name}`.startsWith(query.get('prefix') ?? '');
    return void response.end(
      `<ListMultipartUploadsResult>${isListed ? upload : ''}<IsTruncated>false</IsTruncated></ListMultipartUploadsResult>`,
    );
  };
const cameAt =
  (...times: readonly string[]): StorageAnswer =>
  (response) =>
    void response.end(
      `<ListPartsResult>${times.map((at) => `<Part><PartNumber>1</PartNumber><LastModified>${at}</LastModified></Part>`).join('')}<IsTruncated>false</IsTruncated></ListPartsResult>`,
    );

test('an upload in parts counts as abandoned a day after its last part, however long ago it was begun', async () => {
  const listed = async (parts: StorageAnswer): Promise<number[]> => {
    storage.answer(uploading(`blobs/${key}`, parts));
    const times: number[] = [];
    for await (const { modifiedAt } of store.listStaged()) times.push(modifiedAt);
    return times;
  };
  expect(await listed(cameAt('2021-01-01T00:00:00.000Z', new Date().toISOString()))).toEqual([]);
  expect(await listed(cameAt(begunLongAgo, '2021-01-01T00:00:00.000Z'))).toEqual([Date.UTC(2021, 0, 1)]);
  expect(await listed(cameAt())).toEqual([Date.parse(begunLongAgo)]);
  expect(await listed(refuse(404, 'NoSuchUpload'))).toEqual([Date.parse(begunLongAgo)]);
});

test.each([`blobs/${key}`, `staging/${key}/joined-0`, `trash/${key}`])(
  'parts of %s that a killed server has left are listed and removed',
  async (name) => {
    storage.answer(uploading(name, cameAt()));
    const keys: string[] = [];
    for await (const entry of store.listStaged()) keys.push(entry.key);
    expect(keys).toEqual([key]);
    await store.discard(key);
    const removed = storage.calls.filter(({ method }) => method === 'DELETE').map(({ url }) => url);
    expect(removed).toEqual([`/bucket/files/${name}?uploadId=1`]);
  },
);

const readAll = async (): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of await store.read(key)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
};

describe('a temporary failure', () => {
  test('a host that lets nobody connect is given up soon by reads, and later by writes', async () => {
    let connections = 0;
    const resolve = (): Promise<never> => {
      connections += 1;
      return new Promise(() => undefined);
    };
    const attemptsOf = async (work: (store: S3BlobStore) => Promise<unknown>): Promise<number> => {
      connections = 0;
      store.close();
      store = createS3BlobStore({
        ...storage.options,
        storage: { ...storage.options.storage, endpoint: 'http://storage.example.com' },
        outbound: createOutbound({ allowedPrivateHosts: [], resolve }),
        timeouts: { ...storage.options.timeouts, connect: 50 },
      });
      const failed = work(store);
      await expect(failed).rejects.toThrow(BlobStoreAwayError);
      await expect(failed).rejects.toMatchObject({ reason: 'timeout' });
      return connections;
    };
    expect(await attemptsOf((one) => one.read(key))).toBe(2);
    expect(await attemptsOf((one) => one.size(key))).toBe(2);
    expect(await attemptsOf((one) => one.remove(key))).toBe(4);
  });

  test('a host that takes connections and encrypts none is given up as soon', async () => {
    let connections = 0;
    const silent = createServer(() => {
      connections += 1;
    });
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    store.close();
    store = createS3BlobStore({
      ...storage.options,
      storage: { ...storage.options.storage, endpoint: `https://127.0.0.1:${port}` },
      timeouts: { ...storage.options.timeouts, connect: 50 },
    });
    await expect(store.read(key)).rejects.toMatchObject({ reason: 'timeout' });
    expect(connections).toBe(2);
    silent.close();
  });

  test.each([
    ['503', refuse(503, 'SlowDown'), patient],
    ['500', refuse(500, 'InternalError'), patient],
    ['429', refuse(429, 'TooManyRequests'), patient],
    ['a broken connection', hangUp, patient],
    ['silence', stayMute, 2_000],
  ])('%s is retried', async (_what, failure, patience) => {
    waitingFor(patience);
    storage.answer(failure, failure, failure, done);
    await store.remove(key);
    expect(storage.calls).toHaveLength(4);
  });

  test('is given up after three further attempts', async () => {
    storage.answer(refuse(503, 'SlowDown'));
    await expect(store.remove(key)).rejects.toThrow(BlobStoreError);
    expect(storage.calls).toHaveLength(4);
  });

  test.each([refuse(403, 'AccessDenied'), refuse(400, 'InvalidArgument'), refuse(404, 'NoSuchBucket')])(
    'excludes permanent errors',
    async (failure) => {
      storage.answer(failure);
      await expect(store.size(key)).rejects.toThrow(BlobStoreAwayError);
      expect(storage.calls).toHaveLength(1);
    },
  );
});

describe('a large upload', () => {
  test('is not listed from its beginning for each of its pieces', async () => {
    const last = extentOf(key, 16_777_216, 5);
    const list = `<ListBucketResult><Contents><Key>files/${last.key}</Key><Size>5</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents></ListBucketResult>`;
    storage.answer((response) => void response.end(list));
    expect(await store.stagedSize(key, 16_777_220)).toBe(16_777_221);
    expect(storage.calls).toHaveLength(1);
    expect(storage.calls[0]?.url).toContain(`start-after=files%2Fstaging%2F${key}%2F000001000000`);
  });
});

describe('absence', () => {
  test('is reported only where the store says it of the object itself', async () => {
    storage.answer(refuse(404, 'NoSuchKey'));
    await expect(store.read(key)).rejects.toThrow(BlobAbsentError);
  });

  test.each([
    ['a bucket that is gone', refuse(404, 'NoSuchBucket'), patient],
    ['a missing page', page(404), patient],
    ['a refusal', refuse(403, 'AccessDenied'), patient],
    ['a redirect', page(301, { location: '/' }), patient],
    ['silence', stayMute, 200],
    ['a broken connection', hangUp, patient],
    ['a page of another server', page(200), patient],
  ])('is never %s', async (_what, failure, patience) => {
    waitingFor(patience);
    storage.answer(failure);
    await expect(store.size(key)).rejects.toThrow(BlobStoreError);
    await expect(store.stagedSize(key)).rejects.toThrow(BlobStoreError);
    await expect(store.readInto(key, 0, Buffer.alloc(1))).rejects.toThrow(BlobStoreError);
    await expect(store.publish(key, 1)).rejects.toThrow(BlobStoreError);
  });
});

describe('reading', () => {
  const bytes = randomBytes(300_000);

  test('continues where an answer broke off', async () => {
    storage.answer(bytesOf(bytes, 100_000), bytesOf(bytes, 100_000), bytesOf(bytes));
    expect((await readAll()).equals(bytes)).toBe(true);
    expect(storage.calls.length).toBeGreaterThan(1);
    expect(storage.calls.at(-1)?.headers.range).toMatch(/^bytes=\d+-299999$/);
  });

  test('accepts a complete answer to a range, and no bytes beyond it', async () => {
    const all: StorageAnswer = (response) =>
      void response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
    const span = { start: 0, end: bytes.length - 1 };
    storage.answer(all);
    const pieces: Buffer[] = [];
    for await (const piece of await store.read(key, span)) pieces.push(Buffer.from(piece));
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    for (const part of [
      { start: 0, end: 9 },
      { start: 1, end: bytes.length - 1 },
    ])
      await expect(store.read(key, part)).rejects.toThrow(BlobStoreError);
  });

  test('is given up where no more bytes come', async () => {
    storage.answer(bytesOf(bytes, 0));
    await expect(readAll()).rejects.toThrow(BlobStoreError);
  });

  test('refuses an answer of another range', async () => {
    storage.answer((response) => void response.end(bytes));
    await expect(store.readInto(key, 10, Buffer.alloc(10))).rejects.toThrow(BlobStoreError);
  });
});

describe('writing', () => {
  test('reports a full store', async () => {
    storage.answer(refuse(507, 'QuotaExceeded'));
    await expect(storeBytes(store, Buffer.from('bytes'))).rejects.toThrow(BlobStoreFullError);
  });

  test('sends all bytes again', async () => {
    storage.answer(hangUp, refuse(503, 'SlowDown'), done);
    await storeBytes(store, Buffer.from('bytes'));
    expect(storage.calls.map(({ headers }) => headers['content-length'])).toEqual(['5', '5', '5']);
  });

  test('does not take a failure that comes with status 200 for a success', async () => {
    const begun: StorageAnswer = (response) =>
      void response.end(
        '<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>',
      );
    const part: StorageAnswer = (response) => void response.writeHead(200, { etag: '"a"' }).end();
    const answers: StorageAnswer = (response, call) => {
      if (call.url.includes('uploads=')) return begun(response, call);
      if (call.method === 'PUT') return part(response, call);
      if (call.method === 'POST') return refuse(200, 'InternalError')(response, call);
      return emptyList(response, call);
    };
    storage.answer(answers);
    await expect(storeBytes(store, Buffer.alloc(9_000_000))).rejects.toThrow(BlobStoreError);
    expect(storage.calls.filter(({ method }) => method === 'POST').length).toBeGreaterThan(2);
    expect(storage.calls.some(({ method }) => method === 'DELETE')).toBe(true);
  });
});

test("no error repeats the other side's answer, or a secret", async () => {
  storage.answer(refuse(403, 'AccessDenied'));
  const error: unknown = await store.size(key).catch((reason: unknown) => reason);
  expect(String(error)).toContain('AccessDenied');
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/hidden/);
});

describe('a trial', () => {
  test.each([
    ['no_bucket', refuse(404, 'NoSuchBucket')],
    ['access_key', refuse(403, 'InvalidAccessKeyId')],
    ['secret_key', refuse(403, 'SignatureDoesNotMatch')],
    ['wrong_region', refuse(400, 'AuthorizationHeaderMalformed')],
    ['clock', refuse(403, 'RequestTimeTooSkewed')],
    ['forbidden', refuse(403, 'AccessDenied')],
    ['full', refuse(403, 'QuotaExceeded')],
    ['not_s3', page(405)],
    ['unreachable', hangUp],
  ] as const)('says %s', async (reason, failure) => {
    storage.answer(failure);
    const trial = createStorageTrial(storage.options);
    expect(await trial(storage.options.storage)).toEqual({ works: false, step: 'write', reason });
  });

  /** Keeps what it is sent, as object storage does, but for what it refuses. */
  const keeping = (refused: (call: StorageCall) => boolean): StorageAnswer => {
    const objects = new Map<string, Buffer>();
    let part: Buffer | undefined;
    return (response, call) => {
      const { method, headers, body } = call;
      const { pathname, searchParams: query } = new URL(call.url, 'http://storage.test');
      const say = (xml: string): void => void response.end(`<?xml version="1.0"?>${xml}`);
      if (refused(call)) return refuse(403, 'AccessDenied')(response, call);
      if (method === 'GET' && query.has('list-type')) {
        const found = [...objects.keys()].filter((path) => path === `/bucket/${query.get('prefix')}`);
        const rows = found.map(
          (path) =>
            `<Contents><Key>${path.slice('/bucket/'.length)}</Key><Size>1</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>`,
        );
        return say(`<ListBucketResult>${rows.join('')}</ListBucketResult>`);
      }
      if (method === 'GET' && query.has('uploads'))
        return say(
          `<ListMultipartUploadsResult>${part ? `<Upload><Key>${query.get('prefix')}</Key><UploadId>1</UploadId><Initiated>2026-01-01T00:00:00Z</Initiated></Upload>` : ''}</ListMultipartUploadsResult>`,
        );
      if (method === 'GET' && query.has('uploadId')) return say('<ListPartsResult></ListPartsResult>');
      if (method === 'GET') return bytesOf(objects.get(pathname) ?? Buffer.alloc(0))(response, call);
      if (method === 'POST' && query.has('uploads')) return say('<R><UploadId>1</UploadId></R>');
      if (method === 'DELETE' && !query.has('uploadId')) objects.delete(pathname);
      if (query.has('partNumber')) part = body;
      else if (query.has('uploadId')) {
        if (method === 'POST' && part) objects.set(pathname, part);
        part = undefined;
      } else if (method === 'PUT') {
        const source = headers['x-amz-copy-source'];
        objects.set(pathname, (typeof source === 'string' && objects.get(source)) || body);
      }
      response.setHeader('etag', '"1"');
      return say('<R><ETag>"1"</ETag></R>');
    };
  };

  test('does everything that the server will do, including the search for abandoned uploads', async () => {
    const trial = createStorageTrial(storage.options);
    storage.answer(keeping(() => false));
    expect(await trial(storage.options.storage)).toEqual({ works: true });
    for (const asked of [/[?&]uploads=/, /[?&]uploadId=/]) {
      storage.answer(keeping(({ method, url }) => method === 'GET' && asked.test(url)));
      storage.calls.length = 0;
      const outcome = await trial(storage.options.storage);
      expect(outcome).toEqual({ works: false, step: 'join', reason: 'forbidden' });
      // The upload that it has begun itself does not stay.
      expect(storage.calls.some(({ method, url }) => method === 'DELETE' && url.includes('uploadId='))).toBe(
        true,
      );
    }
  });

  test('reaches no private address that the operator has not allowed', async () => {
    const trial = createStorageTrial(storage.options);
    expect(await trial({ ...storage.options.storage, trusted: false })).toEqual({
      works: false,
      step: 'write',
      reason: 'private_address',
    });
    expect(storage.calls).toEqual([]);
  });
});
