import { describe, expect, it } from 'vitest';
import type { StoredEntry } from '#ports/blob-store.ts';
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
};
