import type { UploadSessionRow } from '#db/tables/files.ts';
import type { Stores } from '#features/storage/index.ts';
import type { QuotaReservation } from '#features/usage/index.ts';
import type { Checksum, CreateChecksum } from '#lib/checksum.ts';
import { BlobAbsentError, type BlobKey, BlobStoreAwayError, BlobStoreError } from '#ports/blob-store.ts';
import { addStoredPart } from './receive-stream.ts';
import type { RecordFile } from './record-file.ts';
import type { Arrival, StoredFile } from './upload-request.ts';
import type { UploadSessions } from './upload-session.ts';

export interface StagedFile {
  /** The store in which it is staged. */
  readonly storeId: string;
  readonly key: BlobKey;
  /** Bytes, all of them staged and flushed. */
  readonly size: number;
  readonly checksum: Checksum;
  readonly head: Uint8Array;
  /** The quota that is reserved for the file. */
  readonly reservation: QuotaReservation;
  /** The resumable upload that ends with the file. */
  readonly session?: UploadSessionRow;
}

/**
 * Turns staged bytes into a file. It publishes them durably, and records the file.
 *
 * @throws what `RecordFile` throws; BlobStoreAwayError when the store was retired meanwhile
 */
export type PublishUpload = (arrival: Arrival, file: StagedFile) => Promise<StoredFile>;

export interface PublishUploadDeps {
  readonly stores: Pick<Stores, 'get'>;
  readonly createChecksum: CreateChecksum;
  readonly store: Pick<UploadSessions, 'finish'>;
  readonly record: RecordFile;
}

export const createPublishUpload =
  ({ stores, createChecksum, store, record }: PublishUploadDeps): PublishUpload =>
  async (arrival, { storeId, key, size, checksum, head, reservation, session }) => {
    const blob = { store_id: storeId, key, size, ...(await checksum.sums()) };
    await stores
      .get(storeId)
      .publish(key, size)
      .catch((error: unknown) => {
        // Another server has ended the upload meanwhile.
        throw error instanceof BlobAbsentError
          ? new BlobStoreAwayError(error.message, { cause: error })
          : error;
      });
    // A server that lost the lease may have written late, and the file may then differ from the bytes received here.
    if (session !== undefined && session.takeovers > 0) {
      const whole = { key, location: 'published', start: 0, length: size } as const;
      const stored = await addStoredPart(stores.get(storeId), whole, createChecksum(size));
      if ((await stored.sums()).sha256 !== blob.sha256)
        throw new BlobStoreError('Other bytes are stored than came.');
    }
    return record(arrival, {
      blob,
      head,
      reservation,
      finish: async (trx, itemId) => {
        if (session !== undefined) await store.finish(trx, session, { itemId, received: size });
      },
    });
  };
