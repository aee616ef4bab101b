import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { UploadSessionRow } from '#db/tables/files.ts';
import type { FileTargets } from '#features/files/index.ts';
import type { Stores } from '#features/storage/index.ts';
import type { QuotaReservation, UsageService } from '#features/usage/index.ts';
import { originOf } from '#lib/actor.ts';
import type { Checksum, CreateChecksum } from '#lib/checksum.ts';
import { categoryOf, mediaTypeOf } from '#lib/media/media-type.ts';
import { BlobAbsentError, type BlobKey, BlobStoreAwayError, BlobStoreError } from '#ports/blob-store.ts';
import { type Events, filesEvent } from '#ports/events.ts';
import { addStoredPart } from './receive-stream.ts';
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
 * Turns staged bytes into a file. It publishes them durably, records the file and commits its reservation in one
 * transaction, and emits the events afterwards.
 *
 * @throws storage.exceeded when the reservation has expired meanwhile and there is no room;
 *   BlobStoreAwayError when the store was retired meanwhile
 */
export type PublishUpload = (arrival: Arrival, file: StagedFile) => Promise<StoredFile>;

export interface PublishUploadDeps {
  readonly db: Db;
  readonly stores: Pick<Stores, 'get'>;
  readonly targets: Pick<FileTargets, 'insertFile'>;
  readonly events: Events;
  readonly createChecksum: CreateChecksum;
  readonly store: Pick<UploadSessions, 'finish'>;
  readonly usage: Pick<UsageService, 'releaseUsage'>;
}

export const createPublishUpload =
  ({ db, stores, targets, events, createChecksum, store, usage }: PublishUploadDeps): PublishUpload =>
  async ({ actor, input }, { storeId, key, size, checksum, head, reservation, session }) => {
    const mimetype = mediaTypeOf(input.target.name, head);
    const category = categoryOf(mimetype);
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
    const { item, madeIn } = await inTransaction(db, async (trx) => {
      const file = { ...input.target, blob, mimetype, category, lastModified: input.lastModified };
      const inserted = await targets.insertFile(trx, actor, file);
      if (session !== undefined)
        await store.finish(trx, session, { itemId: inserted.item.id, received: size });
      const { released, blobBefore } = inserted.overwritten ?? {};
      await reservation.commit(trx, { size, category, released: released?.size, replaced: blobBefore });
      if (released !== undefined)
        await usage.releaseUsage(trx, inserted.item.owner_id, { [released.category]: released.size });
      return inserted;
    });
    const { owner_id: ownerId, blob_id: blobId } = item;
    events.publish(
      filesEvent({
        ownerId,
        origin: originOf(actor),
        containers: [...madeIn, item.parent_id],
        itemIds: [item.id],
        tree: madeIn.length > 0,
        storage: true,
      }),
    );
    if (blobId !== null) {
      events.publish({ kind: 'file-stored', ownerId, itemId: item.id, blobId, mimetype });
    }
    return { item, sha256: blob.sha256 };
  };
