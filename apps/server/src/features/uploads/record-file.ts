import type { Trx } from '#db/database.ts';
import type { SharedTransactions } from '#db/shared-transactions.ts';
import type { FileTargets, NewContents } from '#features/files/index.ts';
import type { QuotaReservation, UsageService } from '#features/usage/index.ts';
import { originOf, principalOf } from '#lib/actor.ts';
import { categoryOf, mediaTypeOf } from '#lib/media/media-type.ts';
import { type Events, filesEvent } from '#ports/events.ts';
import type { Arrival, StoredFile } from './upload-request.ts';

export interface ReceivedFile {
  readonly blob: NewContents;
  /** The first bytes of the file. */
  readonly head: Uint8Array;
  /** The quota that is reserved for the file. */
  readonly reservation: QuotaReservation;
  /** Ends the resumable upload of the file in the same transaction. */
  readonly finish: (trx: Trx, itemId: string) => Promise<void>;
}

/**
 * Records a file whose bytes are received. It inserts the file and commits its reservation in one transaction, which files of
 * the same sender that wait may share, and emits the events afterwards.
 *
 * @throws storage.exceeded when too little is reserved and there is no room; what `FileTargets.insertFile` throws
 */
export type RecordFile = (arrival: Arrival, file: ReceivedFile) => Promise<StoredFile>;

export interface RecordFileDeps {
  /** A lane for each sender to an account: the locks of one file are those of the next. */
  readonly transactions: SharedTransactions;
  readonly targets: Pick<FileTargets, 'insertFile'>;
  readonly events: Events;
  readonly usage: Pick<UsageService, 'releaseUsage'>;
}

export const createRecordFile =
  ({ transactions, targets, events, usage }: RecordFileDeps): RecordFile =>
  async ({ actor, input }, { blob, head, reservation, finish }) => {
    const mimetype = mediaTypeOf(input.target.name, head);
    const category = categoryOf(mimetype);
    const { item, madeIn } = await transactions.run(
      `${reservation.ownerId} ${principalOf(actor)}`,
      async (trx) => {
        const file = { ...input.target, blob, mimetype, category, lastModified: input.lastModified };
        const inserted = await targets.insertFile(trx, actor, file);
        await finish(trx, inserted.item.id);
        const { released, blobBefore } = inserted.overwritten ?? {};
        const committed = { size: blob.size, category, released: released?.size, replaced: blobBefore };
        await reservation.commit(trx, committed);
        if (released !== undefined)
          await usage.releaseUsage(trx, inserted.item.owner_id, { [released.category]: released.size });
        return inserted;
      },
    );
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
