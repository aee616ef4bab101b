import { describe, expect, it } from 'vitest';
import { BlobAbsentError, createBlobKey, storeBytes, type StoredEntry } from '#ports/blob-store.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';

const keysOf = async (entries: AsyncIterable<StoredEntry>): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of entries) keys.push(key);
  return keys;
};

/** Contract of every store that records its owner. */
export const describeOwner = (open: () => Promise<OwnedBlobStore>): void => {
  describe('the owner of a store', () => {
    it('is the one that was set last, and none before', async () => {
      const store = await open();
      expect(await store.owner()).toBeUndefined();
      await store.setOwner('one');
      expect(await store.owner()).toBe('one');
      await store.setOwner('other');
      expect(await store.owner()).toBe('other');
      expect([await keysOf(store.list()), await keysOf(store.listStaged())]).toEqual([[], []]);
    });
  });

  it('moves blobs to the trash, and puts them back or deletes them', async () => {
    const store = await open();
    const [kept, gone] = [
      await storeBytes(store, Buffer.from('kept')),
      await storeBytes(store, Buffer.from('gone')),
    ];
    for (const key of [kept, gone, createBlobKey()]) await store.trash(key);
    expect(await keysOf(store.list())).toEqual([]);
    await expect(store.read(kept).then((bytes) => bytes[Symbol.asyncIterator]().next())).rejects.toThrow(
      BlobAbsentError,
    );
    expect((await keysOf(store.listTrash())).toSorted()).toEqual([kept, gone].toSorted());
    for await (const { modifiedAt } of store.listTrash())
      expect(Math.abs(Date.now() - modifiedAt)).toBeLessThan(60_000);
    for (let time = 0; time < 2; time += 1) await store.purge(gone);
    expect([await store.untrash(kept), await store.untrash(gone)]).toEqual([true, false]);
    expect(await keysOf(store.listTrash())).toEqual([]);
    expect([await keysOf(store.list()), await store.size(kept)]).toEqual([[kept], 4]);
  });
};
