import type { Trx } from '#db/database.ts';
import { AppError } from '#lib/app-error.ts';
import { BlobAbsentError, type BlobKey, type BlobStore } from '#ports/blob-store.ts';
import { holdPlaces } from './places.repo.ts';
import type { StorageSwitch } from './storage.types.ts';

/** Times that bytes are put on record before somebody has to try later. */
const attempts = 3;
/** Seconds after which it is worth trying again. */
const retryAfter = 5;

class PlaceGoneError extends Error {
  override readonly name = 'PlaceGoneError';
}

export interface StagedBlob {
  readonly key: BlobKey;
  /** Bytes, all of them staged and flushed. */
  readonly size: number;
  /** Looks at what was published before it is put on record. */
  readonly prove?: (() => Promise<void>) | undefined;
}

/**
 * Publishes staged bytes and puts them on record, unless they lie where nobody will look: a server may find out late, having
 * been stopped for a while or being without the keys, that files are kept elsewhere by now.
 *
 * @param record the transaction, which awaits `check` as the last of its work; it may be run again
 * @throws storage.unavailable where they lie there: nothing is on record then
 */
export type KeepBlob = <T>(
  staged: StagedBlob,
  record: (check: (trx: Trx) => Promise<void>) => Promise<T>,
) => Promise<T>;

const unavailable = (cause: unknown): AppError => new AppError('storage.unavailable', { retryAfter, cause });

export const createKeeping = ({
  blobs,
  storage,
}: {
  readonly blobs: BlobStore;
  readonly storage: Pick<StorageSwitch, 'refresh' | 'placesOf' | 'publishAnew'>;
}): KeepBlob => {
  /** Takes up what the record says by now; the bytes may be there as well. @returns where they may lie */
  const publishAnew = async ({ key, size }: StagedBlob, reason: unknown): Promise<readonly string[]> => {
    await storage.refresh().catch((cause: unknown) => {
      throw unavailable(cause);
    });
    try {
      return await storage.publishAnew(key, size);
    } catch (error) {
      throw error instanceof BlobAbsentError ? unavailable(reason) : error;
    }
  };

  return async (staged, record) => {
    const { key, size, prove } = staged;
    // Asked first: what is taken up in between is newer.
    let places = storage.placesOf(key);
    try {
      await blobs.publish(key, size);
    } catch (error) {
      // What is staged may be on its way to where files are kept by now.
      if (!(error instanceof BlobAbsentError)) throw error;
      places = await publishAnew(staged, error);
    }
    for (let attempt = 1; ; attempt += 1) {
      const asked = places;
      await prove?.();
      try {
        return await record(async (trx) => {
          if (!(await holdPlaces(trx, asked))) throw new PlaceGoneError('Files are kept elsewhere by now.');
        });
      } catch (error) {
        if (!(error instanceof PlaceGoneError)) throw error;
        if (attempt === attempts) throw unavailable(error);
        places = await publishAnew(staged, error);
      }
    }
  };
};
