import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDiskBlobStore } from '#adapters/disk/blob-disk.ts';
import { createS3BlobStore } from '#adapters/s3/blob-s3.ts';
import { createSemaphore } from '#lib/concurrency/semaphore.ts';
import { nameColumns } from '#lib/name-columns.ts';
import { type BlobKey, type BlobStore, storeBytes } from '#ports/blob-store.ts';
import { examineBlob } from '#ports/copy-blob.ts';
import { createId } from '#ports/ids.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';
import { eventually } from '#testing/eventually.ts';
import {
  ensureTestBucket,
  environmentOfStorage,
  s3OptionsOf,
  testObjectStorage,
} from '#testing/object-storage.ts';
import { environmentOf, type Finished, type Spawned, spawnHoldall } from '#testing/spawn-server.ts';
import { activeStoreOf } from '#testing/active-store.ts';
import { plantVersions } from '#testing/plant-versions.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';
import {
  answerOn,
  chunkName,
  createUploadClient,
  sha256,
  type UploadClient,
} from '#testing/upload-client.ts';

vi.setConfig({ testTimeout: 480_000, hookTimeout: 60_000 });

let dataDir: string;
let database: TestDatabase;
let storage: ObjectStorage;
let running: Spawned[];
beforeAll(ensureTestBucket);
beforeEach(async () => {
  running = [];
  dataDir = await mkdtemp(join(tmpdir(), 'holdall-blobs-'));
  database = await createTestDatabase(join(dataDir, 'holdall.sqlite'));
  storage = testObjectStorage();
});
afterEach(async () => {
  for (const { process: child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ finished }) => finished));
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const password = 'correct horse battery';
const run = (args: string[], env: Record<string, string> = {}): Spawned => {
  const spawned = spawnHoldall(args, {
    ...environmentOf(database, dataDir),
    HOLDALL_ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
    ...env,
  });
  running.push(spawned);
  return spawned;
};
/** The target of the command: servers learn of it from the database alone. */
const bucketEnvironment = (): Record<string, string> => environmentOfStorage(storage);
const migrate = (...args: string[]): Spawned => run(['migrate-blobs', ...args], bucketEnvironment());
const reportOf = ({ output }: Finished) =>
  JSON.parse(output) as {
    moved: number;
    damaged: { key: string; reason: string; file?: string }[];
    left?: number;
  };

interface Running {
  readonly server: Spawned;
  readonly client: UploadClient;
}

const serve = async (env: Record<string, string> = {}): Promise<Running> => {
  const server = run(['serve'], {
    HOLDALL_ADMIN_EMAIL: 'ada@example.com',
    HOLDALL_ADMIN_PASSWORD: password,
    ...env,
  });
  const origin = (await server.printed(/ready at (http:\/\/\S+)/))[1] ?? '';
  const answer = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { server, client: createUploadClient(origin, cookie) };
};

interface Planted {
  readonly id: string;
  readonly key: BlobKey;
  readonly sha256: string;
}

/** Files that are there already: their bytes on the disk, and their rows. */
const plant = async (count: number): Promise<Planted[]> => {
  const { db } = database;
  const disk = await createDiskBlobStore(dataDir);
  const { id: owner } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const planted: Planted[] = [];
  const store = await activeStoreOf(db);
  for (let start = 0; start < count; start += 100) {
    const rows = await Promise.all(
      Array.from({ length: Math.min(100, count - start) }, async (_, index) => {
        const bytes = randomBytes(100 + index);
        const key = await storeBytes(disk, bytes);
        const now = Date.now();
        return {
          key,
          id: createId(now),
          blobId: createId(now),
          size: bytes.length,
          sha256: sha256(bytes),
          crc: crc32(bytes),
          now,
        };
      }),
    );
    await db
      .insertInto('blobs')
      .values(
        rows.map(({ blobId: id, key, size, sha256: hash, crc: sum, now }) => ({
          id,
          store_id: store,
          key,
          size,
          sha256: hash,
          crc32: sum,
          created_at: now,
        })),
      )
      .execute();
    await db
      .insertInto('items')
      .values(
        rows.map(({ id, blobId, size, now }, index) => ({
          id,
          owner_id: owner,
          parent_id: null,
          type: 'file' as const,
          blob_id: blobId,
          size,
          ...nameColumns(`file ${start + index}`),
          mimetype: 'application/octet-stream',
          created_at: now,
          modified_at: now,
        })),
      )
      .execute();
    planted.push(...rows.map(({ id, key, sha256: hash }) => ({ id, key, sha256: hash })));
  }
  return planted;
};

/** Makes the content of one file the version of another. @returns the version's id */
const makeVersion = async ({ id }: Planted, { id: former }: Planted): Promise<string> => {
  const { db } = database;
  const { blob_id: blobId, size } = await db
    .deleteFrom('items')
    .where('id', '=', former)
    .returning(['blob_id', 'size'])
    .executeTakeFirstOrThrow();
  const planting = { parts: { db }, clock: { now: () => Date.now() }, storeId: await activeStoreOf(db) };
  const [version = ''] = await plantVersions(planting, { id, type: 'file' }, [
    { blobId: blobId ?? '', size },
  ]);
  return version;
};

const keysOf = async (store: BlobStore): Promise<BlobKey[]> => {
  const keys: BlobKey[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys;
};
/** The blobs of a store, with their content. */
const contentOf = async (store: BlobStore): Promise<Map<string, string>> => {
  const slot = createSemaphore(32);
  const read = async (key: BlobKey): Promise<[string, string]> => [
    key,
    await slot(async () => (await examineBlob(store, key)).sha256),
  ];
  return new Map(await Promise.all((await keysOf(store)).map(read)));
};
const inBucket = async <T>(work: (store: BlobStore) => Promise<T>): Promise<T> => {
  const store = createS3BlobStore(s3OptionsOf(storage));
  try {
    return await work(store);
  } finally {
    store.close();
  }
};
const bucket = (): Promise<Map<string, string>> => inBucket(contentOf);
const bucketSize = async (): Promise<number> => (await inBucket(keysOf)).length;
const disk = async (): Promise<Map<string, string>> => contentOf(await createDiskBlobStore(dataDir));
const expected = (planted: readonly Planted[]): Map<string, string> =>
  new Map(planted.map(({ key, sha256: hash }) => [key, hash]));
const download = async ({ client }: Running, { id }: Planted): Promise<string> => {
  const answer = await client.get(`/api/files/${id}/content`);
  expect(answer.status).toBe(200);
  return sha256(new Uint8Array(await answer.arrayBuffer()));
};
const sorted = (content: Map<string, string>): string[] =>
  [...content].map((pair) => pair.join(' ')).toSorted((one, other) => (one < other ? -1 : 1));
const oneOf = (planted: readonly Planted[], at: number): Planted => {
  const found = planted[at];
  if (found === undefined) throw new Error('so much was not planted');
  return found;
};
const expectWhole = async (node: Running, file: Planted): Promise<void> => {
  expect(await download(node, file)).toBe(file.sha256);
};

describe('moving 2,000 blobs while a server runs', () => {
  it('continues after being killed, both ways, and keeps the source until it is told otherwise', async () => {
    const node = await serve();
    const planted = await plant(2_000);
    const [file, former] = [oneOf(planted, 4), oneOf(planted, 5)];
    const version = await makeVersion(file, former);
    const expectVersion = async (): Promise<void> => {
      const answer = await node.client.get(`/api/items/${file.id}/versions/${version}/content`);
      expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(former.sha256);
    };
    const before = sorted(await disk());
    expect(before).toEqual(sorted(expected(planted)));
    for (const lines of [1, 2]) {
      const killed = migrate('--to', 's3');
      await killed.printed(new RegExp(`(?:Moved \\d+ files[^\\n]*\\n){${lines}}`));
      killed.process.kill('SIGKILL');
      await killed.finished;
    }
    const halfway = await bucketSize();
    expect(halfway).toBeGreaterThan(0);
    expect(halfway).toBeLessThan(2_000);
    // Everything is read from where it is, and what is new goes to the new place.
    for (const at of [0, 500, 1_999]) await expectWhole(node, oneOf(planted, at));
    const bytes = randomBytes(50_000);
    const fresh = await node.client.put('new.bin', bytes);
    const small = await node.client.put('small.txt', Buffer.from('in the database'));
    const done = await migrate('--to', 's3', '--json').finished;
    expect([done.code, done.output]).toEqual([0, expect.any(String)]);
    expect(reportOf(done)).toMatchObject({ damaged: [] });
    const there = await bucket();
    for (const { key, sha256: hash } of planted) expect(there.get(key)).toBe(hash);
    expect(there.size).toBe(2_001);
    // The source is as it was.
    expect(sorted(await disk())).toEqual(before);
    await rm(join(dataDir, 'blobs'), { recursive: true });
    expect(await node.client.downloadedSha256(fresh)).toBe(sha256(bytes));
    for (const at of [0, 999, 1_999]) await expectWhole(node, oneOf(planted, at));
    await expectVersion();
    expect((await migrate('--to', 's3').finished).code).toBe(3);

    // And back, into a folder that is empty.
    const back = migrate('--to', 'disk', '--remove-source');
    await back.printed(/Moved \d+ files/);
    back.process.kill('SIGKILL');
    await back.finished;
    const returned = await migrate('--to', 'disk', '--remove-source', '--json').finished;
    expect(returned).toMatchObject({ code: 0 });
    expect((await disk()).size).toBe(2_001);
    for (const [key, hash] of await disk()) expect(there.get(key)).toBe(hash);
    expect(await bucketSize()).toBe(0);
    await expectVersion();
    expect(await node.client.downloadedSha256(fresh)).toBe(sha256(bytes));
    expect(await node.client.downloadedSha256(small)).toBe(sha256(Buffer.from('in the database')));
    await node.client.put('again.bin', randomBytes(20_000));
    expect((await disk()).size).toBe(2_002);
    const stores = await database.db.selectFrom('stores').select(['kind', 'state']).orderBy('kind').execute();
    expect(stores).toEqual([
      { kind: 'disk', state: 'active' },
      { kind: 's3', state: 'retired' },
    ]);
  });
});

describe('a migration', () => {
  it('names altered and missing blobs, moves the rest, and ends when they are repaired', async () => {
    const node = await serve();
    const planted = await plant(20);
    const [altered, missing] = [oneOf(planted, 3), oneOf(planted, 7)];
    const pathOf = ({ key }: Planted): string =>
      join(dataDir, 'blobs', key.slice(0, 2), key.slice(2, 4), key);
    const good = await readFile(pathOf(altered));
    const bad = Buffer.from(good);
    bad[0] = (bad[0] ?? 0) ^ 1;
    await writeFile(pathOf(altered), bad);
    const lost = await readFile(pathOf(missing));
    await rm(pathOf(missing));
    const first = await migrate('--to', 's3').finished;
    expect(first).toMatchObject({ code: 4 });
    expect(first.output).toContain(`altered: “file 3” of ada@example.com (blob ${altered.key})`);
    expect(first.output).toContain(`missing: “file 7” of ada@example.com (blob ${missing.key})`);
    expect(await bucketSize()).toBe(18);
    expect(await readFile(pathOf(altered))).toEqual(bad);
    // The rest of it is still readable.
    expect(await download(node, altered)).toBe(sha256(bad));
    await writeFile(pathOf(altered), good);
    await writeFile(pathOf(missing), lost);
    const second = await migrate('--to', 's3', '--json').finished;
    expect(second).toMatchObject({ code: 0 });
    expect(sorted(await bucket())).toEqual(sorted(expected(planted)));
  });

  it('waits for uploads that began in the old place, which end there, and moves their files', async () => {
    const node = await serve();
    await plant(3);
    const bytes = randomBytes(3_000_000);
    const [begun, rest] = [bytes.subarray(0, 1_000_000), bytes.subarray(1_000_000)];
    const name = chunkName('a.bin');
    await node.client.chunk({ name, offset: 0, is_last: false }, begun);
    const path = `/api/upload?name=b.bin&upload_id=up-1&size=${bytes.length}`;
    const underWay = node.client.open(`POST ${path} HTTP/1.1\r\nContent-Length: ${bytes.length}`);
    const stored = answerOn(underWay);
    underWay.write(begun);
    await eventually(async () => expect(await node.client.offset('up-1')).toBe(begun.length));
    const moving = migrate('--to', 's3');
    await moving.printed(/Waiting for 2 uploads under way/);
    underWay.write(rest);
    expect((await stored).status).toBe(201);
    await moving.printed(/Waiting for an upload under way/);
    // It ends where it began, and its file is moved then.
    const last = await node.client.chunk({ name, offset: begun.length, is_last: true }, rest);
    expect(last.status).toBe(201);
    const done = await moving.finished;
    expect([done.code, done.output]).toEqual([0, expect.any(String)]);
    const kept = [...(await bucket()).values()];
    expect([kept.length, kept.filter((hash) => hash === sha256(bytes)).length]).toEqual([5, 2]);
    expect(await readdir(join(dataDir, 'staging'))).toEqual([]);
  });

  it('is refused where the new place does not work, and changes nothing', async () => {
    const node = await serve();
    const file = oneOf(await plant(1), 0);
    const refused = run(['migrate-blobs', '--to', 's3'], {
      ...bucketEnvironment(),
      HOLDALL_S3_BUCKET: 'no-such-bucket',
    });
    const { code, output } = await refused.finished;
    expect([code, output]).toEqual([1, expect.stringContaining('There’s no bucket with this name.')]);
    expect(output).not.toContain(storage.secretKey);
    const unnamed = await run(['migrate-blobs', '--to', 's3']).finished;
    expect([unnamed.code, unnamed.output]).toEqual([1, expect.stringContaining('HOLDALL_S3_BUCKET')]);
    expect(await database.db.selectFrom('stores').select('state').execute()).toEqual([{ state: 'active' }]);
    await expectWhole(node, file);
  });

  it('begins by itself where the environment names a bucket, and servers read from both places until it has ended', async () => {
    const first = await serve();
    // Servers move by themselves what is no more than a page.
    const file = oneOf(await plant(201), 0);
    first.server.process.kill('SIGTERM');
    await first.server.finished;
    const second = await serve(bucketEnvironment());
    await second.server.printed(/Files are still in the data directory/);
    await expectWhole(second, file);
    await second.client.put('new.bin', randomBytes(20_000));
    expect(await bucketSize()).toBe(1);
    const done = await migrate('--to', 's3', '--remove-source', '--json').finished;
    expect([done.code, done.output]).toEqual([0, expect.any(String)]);
    expect(reportOf(done)).toMatchObject({ moved: 201, left: 0 });
    expect(await bucketSize()).toBe(202);
    expect((await disk()).size).toBe(0);
    await eventually(() => expectWhole(second, file));
    const kept = await database.db
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 's3_secret_key')
      .executeTakeFirst();
    expect(kept?.value ?? '""').toBe('""');
  });
});

describe('the command line', () => {
  it.each([
    [['--to', 'moon'], 2, /--to takes s3 or disk/],
    [[], 2, /--to takes s3 or disk/],
    [['--to', 's3', '--fast'], 2, /--fast/],
    [['--to', 's3'], 1, /Nothing is installed/],
    [['--help'], 0, /Usage: holdall migrate-blobs/],
  ])('%o', async (args, code, says) => {
    const done = await migrate(...args).finished;
    expect([done.code, done.output]).toEqual([code, expect.stringMatching(says)]);
  });
});
