import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { markUnreferenced } from '#db/blob-references.ts';
import type { Trx } from '#db/database.ts';
import { forPieces } from '#db/item-set.ts';
import { bytesByCategory, type UsageService } from '#features/usage/index.ts';
import {
  type EvictableQuery,
  listOldestVersions,
  type RemovedVersion,
  removeVersions,
  sumEvictable,
} from './versions.repo.ts';

/** Versions that one statement deletes to make room. */
const versionsAtOnce = 500;

export interface RemovalDeps {
  readonly usage: Pick<UsageService, 'releaseUsage'>;
}

/** Versions of one account, and the time at which they are removed. */
export interface Removal {
  readonly ownerId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Bytes that an account must be relieved of. */
export interface Eviction extends EvictableQuery {
  readonly bytes: number;
}

/** Releases the bytes and the quota of versions whose rows are gone, last in the transaction that deleted them. */
export const releaseVersions = async (
  trx: Trx,
  { usage }: RemovalDeps,
  { ownerId, now, removed }: Removal & { readonly removed: readonly RemovedVersion[] },
): Promise<void> => {
  if (removed.length === 0) return;
  // In the order in which all transactions lock them.
  const blobIds = removed.map(({ blob_id: blobId }) => blobId).toSorted();
  await forPieces(blobIds, (piece) => markUnreferenced(trx, piece, now));
  await usage.releaseUsage(trx, ownerId, bytesByCategory(removed));
};

/** Deletes versions of one account that nobody has pinned; it comes last in its transaction. @returns how many there were */
export const dropVersions = async (
  trx: Trx,
  deps: RemovalDeps,
  { ids, ...removal }: Removal & { readonly ids: readonly string[] },
): Promise<number> => {
  const removed = await removeVersions(trx, { ids, unpinned: true });
  await releaseVersions(trx, deps, { ...removal, removed });
  return removed.length;
};

/** Deletes the oldest versions, until so many bytes are free or none is left that can make room. */
const removeOldest = async (trx: Trx, { bytes, ...removal }: Eviction): Promise<RemovedVersion[]> => {
  const removed: RemovedVersion[] = [];
  let lacking = bytes;
  for (let after = ''; lacking > 0;) {
    const oldest = await listOldestVersions(trx, { ...removal, after, limit: versionsAtOnce });
    const last = oldest.at(-1);
    if (last === undefined) break;
    const ids: string[] = [];
    let freed = 0;
    for (const { id, size } of oldest) {
      if (freed >= lacking) break;
      ids.push(id);
      freed += size;
    }
    for (const version of await removeVersions(trx, { ids, unpinned: true })) {
      removed.push(version);
      lacking -= version.size;
    }
    after = last.id;
    await yieldToEventLoop();
  }
  return removed;
};

/**
 * Deletes the oldest versions of an account that nobody has pinned, so that at least so many bytes are free; nothing if they
 * would not suffice. It comes last in its transaction. @returns how many
 */
export const evictOldest = async (
  trx: Trx,
  deps: RemovalDeps,
  { bytes, ...removal }: Eviction,
): Promise<number> => {
  if ((await sumEvictable(trx, removal)) < bytes) return 0;
  const removed = await removeOldest(trx, { bytes, ...removal });
  await releaseVersions(trx, deps, { ...removal, removed });
  return removed.length;
};
