import type { Trx } from '#db/database.ts';
import { AppError } from '#lib/app-error.ts';
import { BlobAbsentError, type BlobKey, type BlobStore } from '#ports/blob-store.ts';
import { holdPlaces } from './places.repo.ts';
import type { StorageSwitch } from './storage.types.ts';

/** Attempts to record bytes before the client must retry later. */
const attempts = 3;
/** Seconds after which a retry is worthwhile. */
const retryAfter = 5;

class PlaceGoneError extends Error {
  override readonly name = 'PlaceGoneError';
}

export interface StagedBlob {
  readonly key: BlobKey;
  /** Bytes, all of them staged and flushed. */
  readonly size: number;
  /** Verifies the published bytes before they are recorded. */
  readonly prove?: (() => Promise<void>) | undefined;
}

/**
 * Publishes staged bytes and records them, unless they lie where no server will look. A server that was
 * stopped for a while or has no keys may learn late that files are kept elsewhere by now.
 *
 * @param record runs the transaction, and awaits `check` last in it; it may run again
 * @throws storage.unavailable when the bytes lie in the wrong place; nothing is recorded then
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
  /**
   * Reads the record again and publishes the bytes anew; they may be in the right place as well.
   *
   * @returns the places where they may lie
   */
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
    // The places are read first, so that a change in between is newer.
    let places = storage.placesOf(key);
    try {
      await blobs.publish(key, size);
    } catch (error) {
      // The staged bytes may be moving to the current place.
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
