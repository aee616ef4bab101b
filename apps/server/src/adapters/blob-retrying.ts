import { BlobAbsentError, type BlobStore } from '#ports/blob-store.ts';

/**
 * Wraps a store for a long-running program that takes no new files: where a blob is not found, files may have
 * been migrated, so the location is refreshed and the read is retried once.
 *
 * @param refresh loads the current location of the files
 */
export const createRetryingBlobStore = (store: BlobStore, refresh: () => Promise<void>): BlobStore => {
  const found = async <T>(ask: () => Promise<T | undefined>): Promise<T | undefined> => {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await refresh();
    return ask();
  };
  const opened = async <T>(open: () => Promise<T>): Promise<T> => {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof BlobAbsentError)) throw error;
      await refresh();
      return open();
    }
  };
  return {
    ...store,
    stagedSize: (key, known) => found(() => store.stagedSize(key, known)),
    readStaged: (key, span) => opened(() => store.readStaged(key, span)),
    read: (key, span) => opened(() => store.read(key, span)),
    readInto: (key, start, target) => opened(() => store.readInto(key, start, target)),
    size: (key) => found(() => store.size(key)),
  };
};
