import { BlobAbsentError, type BlobKey, type BlobStore } from '#ports/blob-store.ts';

/**
 * A store that tells of blobs that were read for somebody and are not there.
 *
 * @param onAbsent must not throw; whoever reads does not wait for it
 */
export const createReportingBlobStore = (store: BlobStore, onAbsent: (key: BlobKey) => void): BlobStore => {
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
