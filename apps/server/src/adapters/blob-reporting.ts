import { BlobAbsentError, type BlobKey, type BlobStore } from '#ports/blob-store.ts';

/**
 * Wraps a store so that it reports blobs that a caller reads and the store does not have.
 *
 * @param onAbsent must not throw; the read does not wait for it
 */
const createReportingBlobStore = (store: BlobStore, onAbsent: (key: BlobKey) => void): BlobStore => {
  const reported = async <T>(key: BlobKey, read: () => Promise<T>): Promise<T> => {
    try {
      return await read();
    } catch (error) {
      if (error instanceof BlobAbsentError) onAbsent(key);
      throw error;
    }
  };
  return {
    ...store,
    read: (key, span) => reported(key, () => store.read(key, span)),
    readInto: (key, start, target) => reported(key, () => store.readInto(key, start, target)),
  };
};

/** Stores by their ids. */
interface StoresById {
  get(id: string | null): BlobStore;
}

/** Wraps stores like `createReportingBlobStore`, each of them once: archives ask for one for each file. */
export const createReportingStores = (stores: StoresById, onAbsent: (key: BlobKey) => void): StoresById => {
  const wrapped = new WeakMap<BlobStore, BlobStore>();
  return {
    get: (id) => {
      const store = stores.get(id);
      const known = wrapped.get(store) ?? createReportingBlobStore(store, onAbsent);
      wrapped.set(store, known);
      return known;
    },
  };
};
