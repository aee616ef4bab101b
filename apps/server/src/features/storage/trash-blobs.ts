import type { StoredBytes } from '#db/tables/storage.ts';
import { BlobStoreError, normaliseKey } from '#ports/blob-store.ts';
import type { Stores } from './storage.types.ts';

/**
 * Moves bytes whose rows are deleted to the trash of their stores. Those of a draining store that does not answer stay
 * there, where nothing refers to them.
 *
 * @throws BlobStoreError of the active store
 */
export const trashBlobs = async (
  stores: Pick<Stores, 'get' | 'rows'>,
  removed: readonly StoredBytes[],
): Promise<void> => {
  const isActive = (id: string | null): boolean =>
    stores.rows().some((row) => row.id === id && row.state === 'active');
  for (const { store_id: storeId, key } of removed) {
    try {
      await stores.get(storeId).trash(normaliseKey(key));
    } catch (error) {
      if (!(error instanceof BlobStoreError) || isActive(storeId)) throw error;
    }
  }
};
