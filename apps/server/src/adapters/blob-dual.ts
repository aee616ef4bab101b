import {
  BlobAbsentError,
  type BlobKey,
  type BlobStore,
  BlobStoreAwayError,
  BlobStoreError,
  normaliseKey,
  type StoredEntry,
} from '#ports/blob-store.ts';

/** Source and target of a migration of blobs. */
export interface DualStores {
  /** Takes nothing new. What is staged there is finished there. */
  readonly from: BlobStore;
  readonly to: BlobStore;
  /** True: no blob is published in `from` any more; its staged bytes wait until they have been copied. */
  readonly isClosed?: boolean;
}

/** Tries the stores in order, until one of them has the blob. */
const inFirst = async <T>(
  stores: readonly BlobStore[],
  work: (store: BlobStore) => Promise<T>,
): Promise<T> => {
  let absent: unknown = new BlobAbsentError('There is no such blob.');
  for (const store of stores) {
    try {
      return await work(store);
    } catch (error) {
      if (!(error instanceof BlobAbsentError)) throw error;
      absent = error;
    }
  }
  throw absent;
};

/**
 * Joins two stores during a migration: new blobs go to `to`, existing ones are found in either. A failure of
 * either store is a failure, because a blob that one does not have may be in the other. Blobs in `to` stay
 * readable while `from` is unavailable.
 */
export const createDualBlobStore = ({ from, to, isClosed = false }: DualStores): BlobStore => {
  // The second look at `to` finds blobs that were copied between the first two.
  const places = [to, from, to];
  const sizeIn = async (key: BlobKey): Promise<readonly [BlobStore, number] | undefined> => {
    for (const store of places) {
      const size = await store.size(key);
      if (size !== undefined) return [store, size];
    }
    return undefined;
  };
  const both = async (work: (store: BlobStore) => Promise<void>): Promise<void> => {
    await work(to);
    await work(from);
  };
  /** Blobs that were begun anew while `from` was unavailable: their bytes staged there do not count. */
  const begunAnew = new Set<BlobKey>();
  const stagedHere = async (
    key: BlobKey,
    there: number | undefined,
    known?: number,
  ): Promise<number | undefined> => {
    if (begunAnew.has(key)) return undefined;
    try {
      return await from.stagedSize(key, known);
    } catch (error) {
      if (there !== undefined && error instanceof BlobStoreError) return undefined;
      throw error;
    }
  };
  /** Returns the store with more staged bytes: the other one has a partial copy of an interrupted migration. */
  const stagedIn = async (
    key: BlobKey,
    known?: number,
  ): Promise<{ readonly store: BlobStore; readonly size: number | undefined }> => {
    const there = await to.stagedSize(key, known);
    const here = await stagedHere(key, there, known);
    return here !== undefined && here > (there ?? -1)
      ? { store: from, size: here }
      : { store: to, size: there };
  };
  async function* entriesOf(list: (store: BlobStore) => AsyncIterable<StoredEntry>) {
    yield* list(to);
    yield* list(from);
  }

  return {
    stage: async (key, position, hints) => {
      if (position === 0) {
        await from.discard(key).catch((error: unknown) => {
          // An unavailable `from` delays nothing: it is not asked for this blob again.
          if (!(error instanceof BlobStoreError)) throw error;
          begunAnew.add(key);
        });
        return to.stage(key, 0, hints);
      }
      const { store } = await stagedIn(key);
      if (isClosed && store === from) throw new BlobStoreAwayError('What has come so far is on its way.');
      return store.stage(key, position);
    },
    stagedSize: async (key, known) => (await stagedIn(key, known)).size,
    readStaged: async (key, span) => (await stagedIn(key)).store.readStaged(key, span),
    publish: async (key, size) => {
      const there = await to.stagedSize(key);
      const isPartial = there !== undefined && there !== size;
      if (isClosed) {
        if (isPartial) throw new BlobAbsentError('What has come is on its way.');
        return to.publish(key, size);
      }
      const isHere =
        there !== size && !begunAnew.has(key) && (isPartial || (await from.stagedSize(key)) === size);
      await inFirst(isHere ? [from, to] : [to, from], (store) => store.publish(key, size));
      begunAnew.delete(key);
    },
    discard: async (key) => {
      await both((store) => store.discard(key));
      begunAnew.delete(key);
    },
    listStaged: () => entriesOf((store) => store.listStaged()),

    read: (key, span) => inFirst(places, (store) => store.read(key, span)),
    readInto: (key, start, target) => inFirst(places, (store) => store.readInto(key, start, target)),
    localPath: async (key) => (await sizeIn(normaliseKey(key)))?.[0].localPath(key),
    readAddress: async (key, headers) => (await sizeIn(normaliseKey(key)))?.[0].readAddress(key, headers),
    size: async (key) => (await sizeIn(key))?.[1],
    remove: (key) => both((store) => store.remove(key)),
    list: () => entriesOf((store) => store.list()),
    // Reads report an unavailable `from` themselves; every new blob needs `to`.
    probe: () => to.probe(),
  };
};
