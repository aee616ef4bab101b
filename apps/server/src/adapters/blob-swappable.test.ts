import { describe, expect, it } from 'vitest';
import { createMemoryBlobStore } from '#adapters/blob-memory.ts';
import { createSwappableBlobStore } from '#adapters/blob-swappable.ts';
import { describeBlobStore } from '#adapters/blob-store.suite.ts';
import { BlobAbsentError, BlobStoreAwayError, createBlobKey, storeBytes } from '#ports/blob-store.ts';

const open = (now?: () => number) => {
  const [one, other] = [createMemoryBlobStore(), createMemoryBlobStore()];
  return { one, other, store: createSwappableBlobStore({ store: one, places: ['one'] }, now) };
};

describe('a swappable store', () => {
  it('writes new blobs to the new store, and ends open ones in the old', async () => {
    let now = 0;
    const { one, other, store } = open(() => now);
    expect(store.isSettled()).toBe(true);
    const [early, late] = [createBlobKey(), createBlobKey()];
    const writer = await store.stage(early, 0);
    await writer.write(Buffer.from('early'));
    store.use({ store: other, places: ['other'] });
    now += 60_000;
    expect(store.isSettled()).toBe(false);
    const after = await store.stage(late, 0);
    await after.write(Buffer.from('late'));
    await after.flush();
    await store.publish(late, 4);
    await after.close();
    await writer.flush();
    await store.publish(early, 5);
    await writer.close();
    await writer.close();
    expect([await one.size(early), await other.size(early)]).toEqual([5, undefined]);
    expect([await one.size(late), await other.size(late)]).toEqual([undefined, 4]);
    // The latest bytes may not be on record yet.
    expect(store.isSettled()).toBe(false);
    now += 5_000;
    expect(store.isSettled()).toBe(true);
  });

  it('returns the place of a published blob, and publishes again in the current store', async () => {
    const { one, other, store } = open();
    const key = createBlobKey();
    const writer = await store.stage(key, 0);
    await writer.write(Buffer.from('bytes'));
    await writer.flush();
    store.use({ store: other, places: ['other'] });
    expect([store.placesOf(key), store.placesOf(createBlobKey())]).toEqual([['one'], ['other']]);
    await expect(store.publishAnew(key, 5)).rejects.toThrow(BlobAbsentError);
    await store.publish(key, 5);
    expect(await one.size(key)).toBe(5);
    store.use({ store: one, places: ['one', 'other'] });
    expect(await store.publishAnew(key, 5)).toEqual(['one', 'other']);
    await writer.close();
  });

  it('accepts nothing new while it refuses', async () => {
    const { store } = open();
    store.refuse(true);
    await expect(store.stage(createBlobKey(), 0)).rejects.toThrow(BlobStoreAwayError);
    store.refuse(false);
    await storeBytes(store, Buffer.from('bytes'));
  });

  it('discards blobs of a former store there', async () => {
    const { one, other, store } = open();
    const key = createBlobKey();
    const writer = await store.stage(key, 0);
    await writer.write(Buffer.from('never'));
    await writer.flush();
    store.use({ store: other, places: ['other'] });
    await store.discard(key);
    await writer.close();
    expect(await one.stagedSize(key)).toBeUndefined();
  });

  it('answers open readers from their own store', async () => {
    const { other, store } = open();
    const key = await storeBytes(store, Buffer.from('bytes'));
    const reader = await store.read(key);
    store.use({ store: other, places: ['other'] });
    const pieces: string[] = [];
    for await (const piece of reader) pieces.push(piece.toString());
    expect(pieces.join('')).toBe('bytes');
    await expect(store.read(key)).rejects.toThrow(BlobAbsentError);
  });
});

describe('meets the contract of blob stores', () => {
  describeBlobStore(async () => {
    const { other, store } = open();
    store.use({ store: other, places: ['other'] });
    return store;
  });
});
