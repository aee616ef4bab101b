import { isForeignKeyViolation } from '#db/errors.ts';
import { BlobStoreAwayError } from '#ports/blob-store.ts';

/**
 * Runs an insert whose row names a store. A server that is late may name one that was retired meanwhile, which
 * the foreign key refuses.
 *
 * @throws BlobStoreAwayError where the store is retired; the active one is known by the next attempt
 */
export const inOpenStore = async <T>(insert: () => Promise<T>): Promise<T> => {
  try {
    return await insert();
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw new BlobStoreAwayError('The store of these bytes was retired.', { cause: error });
  }
};
