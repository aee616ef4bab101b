import type { StoreLocation, Stores } from '#features/storage/index.ts';
import type { BlobStore } from '#ports/blob-store.ts';

/** The stores of a test that has one. @param id its id, where rows name it */
export const singleStore = (
  blobs: BlobStore,
  id = 'store',
  location: StoreLocation = { kind: 'disk' },
): Stores => {
  const owned = { ...blobs, owner: async () => undefined, setOwner: async () => undefined };
  const opened = { id, state: 'active', location, blobs: owned } as const;
  return {
    get: () => blobs,
    alone: async () => blobs,
    active: async () => ({ id, blobs }),
    location: async () => location,
    open: async () => opened,
    inUse: async () => [opened],
    retired: async () => [],
    find: () => undefined,
    describe: () => 'the data directory',
    rows: () => [],
    refresh: async () => undefined,
    block: () => undefined,
  };
};
