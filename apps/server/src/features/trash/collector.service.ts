import type { Db, Trx } from '#db/database.ts';
import { type BlobStore, normaliseKey } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import { deleteBlobs, listCollectable, spareReferenced } from './collector.repo.ts';

/** Milliseconds for which bytes stay after the last item that referred to them is gone. */
export const graceOfBlobs = 24 * 60 * 60 * 1000;

/** Blobs whose bytes are collected at once. */
const batchSize = 500;

/**
 * Forgets what was made from blobs (thumbnails, say) that are about to go, on the transaction that deletes
 * them. @returns keys of bytes in the blob store that go with them
 */
export type BlobDependant = (trx: Trx, blobIds: readonly string[]) => Promise<readonly string[]>;

export interface CollectorDeps {
  readonly db: Db;
  readonly blobs: BlobStore;
  /** Whether what is in the store is this installation's. */
  readonly owns: () => Promise<boolean>;
  readonly clock: Clock;
  readonly blobDependants: readonly BlobDependant[];
}

/**
 * Removes blobs to which nothing has referred for a day: rows first, then bytes. Bytes that the store fails
 * to remove stay behind without a row, and are found by the daily walk through the store. Nothing goes where not
 * everything is this installation's: another one may have the same files on record.
 *
 * @throws what the store throws; the next call goes on
 */
export const collectBlobs = async ({
  db,
  blobs,
  owns,
  clock,
  blobDependants,
}: CollectorDeps): Promise<void> => {
  const before = clock.now() - graceOfBlobs;
  await spareReferenced(db, before);
  // Asked for each batch: a long one may be overtaken.
  while (await owns()) {
    const keys = await db.transaction().execute(async (trx) => {
      const batch = await listCollectable(trx, before, batchSize);
      const ids = batch.map(({ id }) => id);
      if (ids.length === 0) return undefined;
      const dependent: string[] = [];
      for (const forget of blobDependants) dependent.push(...(await forget(trx, ids)));
      return [...dependent, ...(await deleteBlobs(trx, ids))];
    });
    if (keys === undefined) return;
    for (const key of keys) await blobs.remove(normaliseKey(key));
  }
};
