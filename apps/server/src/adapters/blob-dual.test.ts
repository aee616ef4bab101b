import { describe, expect, it } from 'vitest';
import { createMemoryBlobStore } from '#adapters/blob-memory.ts';
import { createDualBlobStore } from '#adapters/blob-dual.ts';
import { describeBlobStore } from '#adapters/blob-store.suite.ts';
import {
  BlobAbsentError,
  BlobStoreAwayError,
  type BlobKey,
  type BlobStore,
  BlobStoreError,
  createBlobKey,
  storeBytes,
} from '#ports/blob-store.ts';

const open = () => {
  const [from, to] = [createMemoryBlobStore(), createMemoryBlobStore()];
  return { from, to, store: createDualBlobStore({ from, to }) };
};
const stage = async (store: BlobStore, key: BlobKey, part: readonly [at: number, text: string]) => {
  const [at, text] = part;
  const writer = await store.stage(key, at);
  await writer.write(Buffer.from(text));
  await writer.flush();
  await writer.close();
};
const textOf = async (store: BlobStore, key: BlobKey): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of await store.read(key)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
};

describe('blobs during a migration', () => {
  describeBlobStore(async () => open().store);

  it('are found before and after they are copied', async () => {
    const { from, to, store } = open();
    const key = await storeBytes(from, Buffer.from('old'));
    expect([await textOf(store, key), await store.size(key)]).toEqual(['old', 3]);
    await stage(to, key, [0, 'old']);
    await to.publish(key, 3);
    await from.remove(key);
    expect([await textOf(store, key), await store.size(key)]).toEqual(['old', 3]);
  });

  it('are found while they are copied', async () => {
    const { from, to } = open();
    const key = await storeBytes(from, Buffer.from('old'));
    const goesOver: BlobStore = {
      ...from,
      read: async () => {
        await stage(to, key, [0, 'old']);
        await to.publish(key, 3);
        await from.remove(key);
        throw new BlobAbsentError('gone');
      },
    };
    expect(await textOf(createDualBlobStore({ from: goesOver, to }), key)).toBe('old');
  });

  it('are written to the new store alone', async () => {
    const { from, to, store } = open();
    const key = await storeBytes(store, Buffer.from('new'));
    expect([await to.size(key), await from.size(key)]).toEqual([3, undefined]);
  });

  it('are finished in the store where they were begun', async () => {
    const { from, to, store } = open();
    const key = createBlobKey();
    await stage(from, key, [0, 'beg']);
    expect(await store.stagedSize(key)).toBe(3);
    await stage(store, key, [3, 'un']);
    await store.publish(key, 5);
    expect(await textOf(store, key)).toBe('begun');
    expect([await from.size(key), await to.size(key)]).toEqual([5, undefined]);
  });

  it('are continued in the store that holds more of them', async () => {
    const { from, to, store } = open();
    const key = createBlobKey();
    await stage(from, key, [0, 'half']);
    // A mover was killed at this point.
    await stage(to, key, [0, 'ha']);
    expect(await store.stagedSize(key)).toBe(4);
    await stage(store, key, [4, 'way']);
    const pieces: string[] = [];
    for await (const piece of await store.readStaged(key)) pieces.push(piece.toString());
    expect(pieces.join('')).toBe('halfway');
    await store.publish(key, 7);
    await store.publish(key, 7);
    expect([await textOf(store, key), await from.size(key)]).toEqual(['halfway', 7]);
  });

  it('are finished in the new store once the old one is closed', async () => {
    const { from, to } = open();
    const store = createDualBlobStore({ from, to, isClosed: true });
    const [begun, ended, here] = [createBlobKey(), createBlobKey(), createBlobKey()];
    await stage(from, begun, [0, 'begun']);
    await expect(store.stage(begun, 5)).rejects.toThrow(BlobStoreAwayError);
    await expect(store.publish(begun, 5)).rejects.toThrow(BlobAbsentError);
    await stage(from, ended, [0, 'ended']);
    await from.publish(ended, 5);
    await stage(to, ended, [0, 'end']);
    await expect(store.publish(ended, 5)).rejects.toThrow(BlobAbsentError);
    await stage(store, here, [0, 'here']);
    await store.publish(here, 4);
    expect([await from.size(begun), await to.size(here)]).toEqual([undefined, 4]);
  });

  it('are begun anew in the new store', async () => {
    const { from, to, store } = open();
    const key = createBlobKey();
    await stage(from, key, [0, 'old']);
    await stage(store, key, [0, 'new!']);
    expect([await from.stagedSize(key), await to.stagedSize(key)]).toEqual([undefined, 4]);
    await store.publish(key, 4);
    expect(await textOf(store, key)).toBe('new!');
  });

  it('are removed from both', async () => {
    const { from, to, store } = open();
    const key = await storeBytes(from, Buffer.from('old'));
    await stage(to, key, [0, 'old']);
    await to.publish(key, 3);
    await store.remove(key);
    expect([await from.size(key), await to.size(key)]).toEqual([undefined, undefined]);
  });

  it('are accepted though the old store is unavailable, and stay absent there when it is back', async () => {
    const { from, to } = open();
    let isAway = true;
    const there = async (): Promise<BlobStore> => {
      if (isAway) throw new BlobStoreError('away');
      return from;
    };
    const gone: Partial<BlobStore> = {
      stagedSize: async (...asked) => (await there()).stagedSize(...asked),
      discard: async (...asked) => (await there()).discard(...asked),
      publish: async (...asked) => (await there()).publish(...asked),
      probe: async () => (await there()).probe(),
    };
    const store = createDualBlobStore({ from: { ...from, ...gone }, to });
    await store.probe();
    expect(await textOf(store, await storeBytes(store, Buffer.from('whole')))).toBe('whole');
    const key = createBlobKey();
    await stage(from, key, [0, 'of before']);
    await stage(store, key, [0, 'in']);
    await stage(store, key, [2, ' parts']);
    isAway = false;
    expect(await store.stagedSize(key)).toBe(8);
    await store.publish(key, 8);
    expect(await textOf(to, key)).toBe('in parts');
  });

  it('are not reported absent where one of the stores is unavailable', async () => {
    const { from, to } = open();
    const failing = (): Promise<never> => Promise.reject(new BlobStoreError('away'));
    const key = createBlobKey();
    for (const stores of [
      { from: { ...from, read: failing, size: failing }, to },
      { from, to: { ...to, read: failing, size: failing } },
    ]) {
      const store = createDualBlobStore(stores);
      await expect(store.read(key)).rejects.toThrow(BlobStoreError);
      await expect(store.size(key)).rejects.toThrow(BlobStoreError);
    }
  });
});
