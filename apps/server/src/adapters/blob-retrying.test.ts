import { describe, expect, it } from 'vitest';
import { createMemoryBlobStore } from '#adapters/blob-memory.ts';
import { describeBlobStore } from '#adapters/blob-store.suite.ts';
import { createSwappableBlobStore } from '#adapters/blob-swappable.ts';
import { createRetryingBlobStore } from '#adapters/blob-retrying.ts';
import {
  BlobAbsentError,
  type BlobKey,
  type BlobStore,
  createBlobKey,
  storeBytes,
} from '#ports/blob-store.ts';

const open = () => {
  const [before, now] = [createMemoryBlobStore(), createMemoryBlobStore()];
  const switched = createSwappableBlobStore({ store: before, places: [] });
  const store = createRetryingBlobStore(switched, async () => switched.use({ store: now, places: [] }));
  return { before, now, store };
};

describe('a store that retries reads', () => {
  describeBlobStore(async () => createRetryingBlobStore(createMemoryBlobStore(), async () => undefined));

  const textOf = async (pieces: AsyncIterable<Buffer>): Promise<string> => {
    const texts: string[] = [];
    for await (const piece of pieces) texts.push(piece.toString());
    return texts.join('');
  };
  const published: readonly ((store: BlobStore, key: BlobKey) => Promise<unknown>)[] = [
    async (store, key) => ((await store.size(key)) === 5 ? 'bytes' : ''),
    async (store, key) => textOf(await store.read(key)),
    async (store, key) => {
      const target = Buffer.alloc(5);
      await store.readInto(key, 0, target);
      return target.toString();
    },
  ];
  const staged: typeof published = [
    async (store, key) => ((await store.stagedSize(key)) === 5 ? 'bytes' : ''),
    async (store, key) => textOf(await store.readStaged(key)),
  ];

  it.each([...published.entries()])(
    'finds a blob that has been migrated meanwhile (%i)',
    async (_index, ask) => {
      const { now, store } = open();
      expect(await ask(store, await storeBytes(now, Buffer.from('bytes')))).toBe('bytes');
    },
  );

  it.each([...staged.entries()])(
    'finds staged bytes that have been migrated meanwhile (%i)',
    async (_index, ask) => {
      const { now, store } = open();
      const key = createBlobKey();
      const writer = await now.stage(key, 0);
      await writer.write(Buffer.from('bytes'));
      await writer.flush();
      await writer.close();
      expect(await ask(store, key)).toBe('bytes');
    },
  );

  it('reports a blob that is in no store as absent', async () => {
    const { store } = open();
    expect([await store.size(createBlobKey()), await store.stagedSize(createBlobKey())]).toEqual([
      undefined,
      undefined,
    ]);
    await expect(store.read(createBlobKey())).rejects.toThrow(BlobAbsentError);
  });
});
