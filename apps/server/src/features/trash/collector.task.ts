import type { Db, Trx } from '#db/database.ts';
import type { StoredBytes } from '#db/tables/storage.ts';
import {
  emptyTrashWhile,
  type OpenedStore,
  type StoreOwnership,
  trashBlobs,
} from '#features/storage/index.ts';
import type { Clock } from '#ports/clock.ts';
import { type CollectablePage, deleteBlobs, listCollectable, clearReferenced } from './collector.repo.ts';

/** Milliseconds for which bytes are kept after the last item that referred to them is gone. */
export const blobGracePeriod = 24 * 60 * 60 * 1000;

/** Blobs that are collected at once. */
const batchSize = 500;
/** Blobs that are collected at once while the disk is nearly full, so that no more than needed are collected early. */
const earlyBatchSize = 50;

/**
 * Deletes records derived from blobs (thumbnails, for example), in the transaction that deletes the blobs.
 *
 * @returns bytes that are to be removed with them
 */
export type BlobDependant = (trx: Trx, blobIds: readonly string[]) => Promise<readonly StoredBytes[]>;

export interface CollectorDeps {
  readonly db: Db;
  readonly cleanable: StoreOwnership['cleanable'];
  readonly clock: Clock;
  /** Tells whether the disk of the files is nearly full now. */
  readonly isShortOfSpace: () => Promise<boolean>;
  readonly blobDependants: readonly BlobDependant[];
}

/** Collects the blobs that have waited longest. @returns whether there were any */
const collectBatch = async (
  { db, blobDependants }: CollectorDeps,
  own: readonly OpenedStore[],
  page: CollectablePage,
): Promise<boolean> => {
  const removed = await db.transaction().execute(async (trx) => {
    const batch = await listCollectable(trx, page);
    const ids = batch.map(({ id }) => id);
    if (ids.length === 0) return undefined;
    const dependent: StoredBytes[] = [];
    for (const forget of blobDependants) dependent.push(...(await forget(trx, ids)));
    return [...dependent, ...(await deleteBlobs(trx, ids))];
  });
  await trashBlobs(own, removed ?? []);
  return removed !== undefined;
};

/**
 * Cuts the grace period of blobs short, oldest first, while the disk is nearly full: deleting files must make
 * room at once. What lies in the trash of the store goes before more is moved there.
 *
 * @throws what the store throws; the next call continues
 */
export const collectUnderPressure = async (deps: CollectorDeps): Promise<void> => {
  const before = deps.clock.now() + 1;
  while (await deps.isShortOfSpace()) {
    const { stores: own } = await deps.cleanable();
    await emptyTrashWhile(deps.db, own, deps.isShortOfSpace);
    if (own.length === 0 || !(await deps.isShortOfSpace())) return;
    if (!(await collectBatch(deps, own, { before, limit: earlyBatchSize, isInStore: true }))) return;
  }
};

/**
 * Removes blobs that nothing has referred to for a day, and earlier while the disk is nearly full; rows
 * first, then bytes. Bytes that the store fails to remove become orphans, which the daily walk finds. It
 * removes nothing while a store in use is not this installation's own, because another one may have recorded the
 * same files.
 *
 * @throws what the store throws; the next call continues
 */
export const collectBlobs = async (deps: CollectorDeps): Promise<void> => {
  const before = deps.clock.now() - blobGracePeriod;
  await clearReferenced(deps.db, before);
  // It is checked for each batch, because ownership may change during a long collection.
  for (let isMore = true; isMore;) {
    const { stores: own } = await deps.cleanable();
    isMore = own.length > 0 && (await collectBatch(deps, own, { before, limit: batchSize }));
  }
  await collectUnderPressure(deps);
};
