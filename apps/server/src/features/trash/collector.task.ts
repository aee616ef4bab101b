import type { Db, Trx } from '#db/database.ts';
import { type BlobStore, normaliseKey } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import { deleteBlobs, listCollectable, clearReferenced } from './collector.repo.ts';

/** Milliseconds for which bytes stay after the last item that referred to them is gone. */
export const blobGracePeriod = 24 * 60 * 60 * 1000;

/** Blobs whose bytes are collected at once. */
const batchSize = 500;
/** The same where the disk is nearly full: no more is collected early than is needed. */
const earlyBatchSize = 50;

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
  /** Tells whether the disk of the files is nearly full, as it is now. */
  readonly isShortOfSpace: () => Promise<boolean>;
  readonly blobDependants: readonly BlobDependant[];
}

/** Collects the blobs that have waited longest. @returns whether there were any */
const collectBatch = async (
  { db, blobs, blobDependants }: CollectorDeps,
  before: number,
  limit: number,
): Promise<boolean> => {
  const keys = await db.transaction().execute(async (trx) => {
    const batch = await listCollectable(trx, before, limit);
    const ids = batch.map(({ id }) => id);
    if (ids.length === 0) return undefined;
    const dependent: string[] = [];
    for (const forget of blobDependants) dependent.push(...(await forget(trx, ids)));
    return [...dependent, ...(await deleteBlobs(trx, ids))];
  });
  for (const key of keys ?? []) await blobs.remove(normaliseKey(key));
  return keys !== undefined;
};

/**
 * Ends the grace of blobs, the longest given up first, for as long as the disk is nearly full: room that people make must be
 * there at once.
 *
 * @throws what the store throws; the next call goes on
 */
export const collectUnderPressure = async (deps: CollectorDeps): Promise<void> => {
  const before = deps.clock.now() + 1;
  while ((await deps.isShortOfSpace()) && (await deps.owns()))
    if (!(await collectBatch(deps, before, earlyBatchSize))) return;
};

/**
 * Removes blobs to which nothing has referred for a day, where the disk is nearly full also others: rows first, then bytes.
 * Bytes that the store fails to remove stay behind without a row, and are found by the daily walk through the store. Nothing
 * goes where not everything is this installation's: another one may have the same files on record.
 *
 * @throws what the store throws; the next call goes on
 */
export const collectBlobs = async (deps: CollectorDeps): Promise<void> => {
  const before = deps.clock.now() - blobGracePeriod;
  await clearReferenced(deps.db, before);
  // Asked for each batch: a long one may be overtaken.
  while (await deps.owns()) if (!(await collectBatch(deps, before, batchSize))) break;
  await collectUnderPressure(deps);
};
