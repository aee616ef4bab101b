import { randomBytes } from 'node:crypto';
import type { Item } from '@holdall/contract/files';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BlobKey, normaliseKey, type StoredEntry } from '#ports/blob-store.ts';
import { examineBlob } from '#ports/copy-blob.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { purged } from '#testing/jobs-done.ts';
import { ensureTestBucket, testObjectStorage } from '#testing/object-storage.ts';
import { chunkName, createUploadClient, sha256, type UploadClient } from '#testing/upload-client.ts';
import { migrateBlobs } from './migrate-blobs.task.ts';
import { blobGracePeriod } from '../trash/collector.task.ts';
import type { StoreLocation } from './storage.types.ts';
import { largeContent } from '#testing/large-content.ts';

interface Node {
  readonly server: TestApp;
  readonly origin: string;
  client: UploadClient;
}

const first = { kind: 's3', bucket: testObjectStorage() } as const;
const second = { kind: 's3', bucket: testObjectStorage() } as const;

let own: Node;
/** A server that reads the table of stores for its requests alone, never by the clock. */
let late: Node;
const nodeOf = async (server: TestApp): Promise<Node> => {
  const origin = await server.listen();
  return { server, origin, client: createUploadClient(origin, await server.signIn()) };
};
beforeAll(ensureTestBucket);
beforeEach(async () => {
  const server = await createTestApp();
  const { db, node, storage } = server.parts;
  await storage.ownership.claim(await storage.openLocation(first));
  await db.transaction().execute((trx) => storage.choose(trx, { to: first, node, keepKeys: true }));
  await storage.stores.refresh();
  own = await nodeOf(server);
  late = await nodeOf(await createTestApp({ beside: server }));
});
afterEach(async () => {
  await late.server.close();
  await own.server.close();
});

const migrate = (onWait: () => void) => {
  const { parts } = own.server;
  return migrateBlobs(
    { to: second, removeSource: true, sourceGone: false, onProgress: () => undefined, onWait },
    {
      ...parts.storage,
      ...parts,
      tryDisk: async () => undefined,
      others: async () => ['elsewhere'],
      isNodeRunning: async () => true,
    },
  );
};
const storeAt = (location: StoreLocation): Promise<OwnedBlobStore> =>
  own.server.parts.storage.openLocation(location);
const keysIn = async (entries: AsyncIterable<StoredEntry>): Promise<BlobKey[]> => {
  const keys: BlobKey[] = [];
  for await (const { key } of entries) keys.push(key);
  return keys.toSorted();
};
const rows = () =>
  own.server.database.db.selectFrom('blobs').select(['store_id', 'key', 'sha256']).orderBy('key').execute();
const idOf = (location: StoreLocation): string => own.server.parts.storage.stores.find(location)?.id ?? '';
const knows = ({ server }: Node, location: StoreLocation): string | undefined =>
  server.parts.storage.stores.find(location)?.state;

/** The files that must be there, with their content. */
const createFiles = () => {
  const files: { readonly item: Item; readonly hash: string }[] = [];
  return {
    files,
    put: async ({ client }: Node, name: string): Promise<Item> => {
      const bytes = randomBytes(100_000);
      const item = await client.put(name, bytes);
      files.push({ item, hash: sha256(bytes) });
      return item;
    },
  };
};

/** Both servers read every file as it was stored, no row names the former store, and no byte is left over. */
const expectIntact = async (files: readonly { readonly item: Item; readonly hash: string }[]) => {
  for (const { client } of [own, late])
    for (const { item, hash } of files) expect(await client.downloadedSha256(item)).toBe(hash);
  const now = await rows();
  expect(now.map(({ store_id: id }) => id)).toEqual(now.map(() => idOf(second)));
  const stored = await keysIn((await storeAt(second)).list());
  expect(stored).toEqual(now.map(({ key }) => key));
};

test('a server that learns late of another store loses nothing of what it takes, reads and deletes meanwhile', async () => {
  const { files, put } = createFiles();
  for (const at of [1, 2, 3]) {
    await put(own, `own ${at}`);
    await put(late, `late ${at}`);
  }
  const before = await rows();
  const gone = await late.client.put('deleted', Buffer.from(largeContent('deleted')));
  const bytes = randomBytes(200_000);
  const name = chunkName('chunks');
  const chunk = (offset: number, end: number) =>
    late.client.chunk({ name, offset, is_last: end === bytes.length }, bytes.subarray(offset, end));
  expect((await chunk(0, 100_000)).status).toBe(200);

  // The migration waits for the late server's upload, which ends in the store where it began.
  const { promise: waits, resolve: sayWaits } = Promise.withResolvers<void>();
  const migrating = migrate(sayWaits);
  await waits;
  expect([knows(own, first), knows(late, first), knows(late, second)]).toEqual([
    'draining',
    'active',
    undefined,
  ]);
  await put(late, 'written to the former store');
  await put(own, 'written to the new store');
  const removed = await late.client.post('/api/remove', {
    items: [{ id: gone.data.id, type: 'file', force_delete: true }],
  });
  expect(removed.status).toBe(200);
  expect(knows(late, second)).toBeUndefined();
  const last = await chunk(100_000, bytes.length);
  files.push({ item: (await last.json()) as Item, hash: sha256(bytes) });
  expect(last.status).toBe(201);
  expect(await migrating).toMatchObject({ damaged: [], uploads: 0, left: 0 });

  // The former store is retired: it refuses what the late server records there, which leaves no bytes.
  expect([knows(own, first), knows(late, first)]).toEqual(['retired', 'active']);
  for (const send of [
    () => late.client.binary({ name: 'refused' }, Buffer.from(largeContent('bytes'))),
    () => late.client.chunk({ name: chunkName('refused'), offset: 0, is_last: false }, Buffer.from('bytes')),
  ]) {
    const answer = await send();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  }
  const former = await storeAt(first);
  expect([await keysIn(former.list()), await keysIn(former.listStaged())]).toEqual([[], []]);

  // It cleans up by what it knows. What it cannot reach is left to a server that knows the new store.
  await purged(own.server);
  own.server.clock.advance(2 * blobGracePeriod);
  for (const node of [late, own]) {
    await node.server.services.trash.sweep();
    await node.server.services.uploads.sweep();
    node.client = createUploadClient(node.origin, await node.server.signIn());
  }
  expect([(await rows()).length, knows(late, second)]).toEqual([files.length, undefined]);

  // A row in memory, as of a long download, is older than the migration: its bytes are in another store.
  for (const { store_id: id, key, sha256: hash } of before)
    expect((await examineBlob(late.server.parts.storage.stores.get(id), normaliseKey(key))).sha256).toBe(
      hash,
    );

  // The late server knows by now, repeats what was refused, and reads everything.
  await put(late, 'refused');
  expect([knows(late, first), knows(late, second)]).toEqual(['retired', 'active']);
  await expectIntact(files);
});
