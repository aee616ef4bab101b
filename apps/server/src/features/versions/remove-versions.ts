import type { Category } from '@holdall/contract/files';
import { markUnreferenced } from '#db/blob-references.ts';
import type { Trx } from '#db/database.ts';
import type { UsageService } from '#features/usage/index.ts';
import { listOldestVersions, lockRoom, type RemovedVersion, removeVersions } from './versions.repo.ts';

/** Versions that may go at once to make room: far more than an upload needs mostly. */
const mostForRoom = 2_000;

export interface RemovalDeps {
  readonly usage: Pick<UsageService, 'releaseUsage'>;
}

/** Versions of one account, and the time at which they are removed. */
export interface Removal {
  readonly ownerId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const bytesByCategory = (removed: readonly RemovedVersion[]): Partial<Record<Category, number>> => {
  const bytes: Partial<Record<Category, number>> = {};
  for (const { category, size } of removed) bytes[category] = (bytes[category] ?? 0) + size;
  return bytes;
};

/** Releases the bytes and the quota of versions whose rows are gone, last in the transaction that deleted them. */
export const releaseVersions = async (
  trx: Trx,
  { usage }: RemovalDeps,
  { ownerId, now, removed }: Removal & { readonly removed: readonly RemovedVersion[] },
): Promise<void> => {
  if (removed.length === 0) return;
  await markUnreferenced(
    trx,
    removed.map(({ blob_id: blobId }) => blobId),
    now,
  );
  await usage.releaseUsage(trx, ownerId, bytesByCategory(removed));
};

/** Deletes versions of one account that nobody keeps; it comes last in its transaction. @returns how many there were */
export const dropVersions = async (
  trx: Trx,
  deps: RemovalDeps,
  { ids, ...removal }: Removal & { readonly ids: readonly string[] },
): Promise<number> => {
  const removed = await removeVersions(trx, { ids, unkept: true });
  await releaseVersions(trx, deps, { ...removal, removed });
  return removed.length;
};

/**
 * Deletes the oldest versions of an account that nobody keeps, so that at least so many bytes are free; nothing if they
 * would not suffice. @returns how many
 */
export const dropOldest = async (
  trx: Trx,
  deps: RemovalDeps,
  { bytes, ...removal }: Removal & { readonly bytes: number },
): Promise<number> => {
  await lockRoom(trx, removal.ownerId);
  const oldest = await listOldestVersions(trx, { ...removal, limit: mostForRoom });
  const ids: string[] = [];
  let freed = 0;
  for (const { id, size } of oldest) {
    if (freed >= bytes) break;
    ids.push(id);
    freed += size;
  }
  return freed < bytes ? 0 : dropVersions(trx, deps, { ...removal, ids });
};
