import { BlobAbsentError, type BlobStore, BlobStoreError, type StoredEntry } from '#ports/blob-store.ts';

const absent = (): Promise<never> => Promise.reject(new BlobAbsentError('There is no such blob.'));
const nothing = async (): Promise<undefined> => undefined;
const none = async function* (): AsyncGenerator<StoredEntry> {
  // The store is empty.
};

/** Creates a stand-in for a store that is permanently gone: it is empty and accepts nothing. */
export const createGoneStore = (): BlobStore => ({
  stage: () => Promise.reject(new BlobStoreError('The store is gone.')),
  stagedSize: nothing,
  readStaged: absent,
  publish: absent,
  discard: nothing,
  listStaged: none,
  read: absent,
  readInto: absent,
  localPath: nothing,
  readAddress: nothing,
  size: nothing,
  remove: nothing,
  list: none,
  probe: () => Promise.reject(new BlobStoreError('The store is gone.')),
});
