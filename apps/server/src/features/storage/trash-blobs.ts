import type { StoredBytes } from '#db/tables/storage.ts';
import { BlobStoreError, normaliseKey } from '#ports/blob-store.ts';
import type { OpenedStore } from './storage.types.ts';

/**
 * Moves bytes whose rows are deleted to the trash of their stores. Those of other stores, and of a draining store that
 * fails, stay there, where nothing refers to them.
 *
 * @param own stores that may be cleaned up
 * @throws BlobStoreError of the active store
 */
export const trashBlobs = async (
  own: readonly OpenedStore[],
  removed: readonly StoredBytes[],
): Promise<void> => {
  for (const { id, state, blobs } of own) {
    try {
      for (const { store_id: storeId, key } of removed)
        if (storeId === id) await blobs.trash(normaliseKey(key));
    } catch (error) {
      if (!(error instanceof BlobStoreError) || state === 'active') throw error;
    }
  }
};
