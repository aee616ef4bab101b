import { setTimeout as delay } from 'node:timers/promises';
import type { Category } from '@holdall/contract/files';
import type { Db, Trx } from '#db/database.ts';
import { isForeignKeyViolation } from '#db/errors.ts';
import { inTransaction } from '#db/in-transaction.ts';
import { isPostgres } from '#db/item-set.ts';
import { createWorkBudget } from '#lib/work-budget.ts';
import type { Clock } from '#ports/clock.ts';
import { type Events, filesEvent } from '#ports/events.ts';
import { markUnreferenced } from './collector.repo.ts';
import {
  type DeletedFile,
  deleteFilesIn,
  deleteFolder,
  deletePurgedFiles,
  detachFolders,
  listPurged,
  releaseEntries,
} from './purge.repo.ts';

/**
 * Milliseconds and rows of one transaction. Nothing else runs in this process while SQLite works; PostgreSQL keeps nobody
 * waiting but whoever changes the same rows.
 */
const budgetOptions = { ms: 20, least: 50, most: 500 };
const rowsOnPostgres = 500;

/** Bytes by category. */
export type CategoryBytes = Readonly<Partial<Record<Category, number>>>;

/** Takes bytes off what an account uses, on the transaction that deletes the files. */
export type ReleaseUsage = (trx: Trx, ownerId: string, bytes: CategoryBytes) => Promise<void>;

export interface PurgeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: Events;
  readonly releaseUsage: ReleaseUsage;
}

/**
 * Deletes the rows of everything that somebody has deleted for good, and resolves when nothing of it is left.
 *
 * @throws what the database throws, and the signal's reason; the next call goes on
 */
export type Purge = (ownerId: string, signal: AbortSignal) => Promise<void>;

const bytesByCategory = (files: readonly DeletedFile[]): CategoryBytes => {
  const bytes: Partial<Record<Category, number>> = {};
  for (const { category, size } of files) {
    const name = category ?? 'others';
    bytes[name] = (bytes[name] ?? 0) + size;
  }
  return bytes;
};

/**
 * Deletes the rows of what is marked as deleted for good, in batches. A folder's folders are made to stand
 * for themselves, its files go, then itself: each batch is flat however deep the tree is, and whatever is
 * left is marked, so that another run goes on.
 */
export const createPurge = ({ db, clock, events, releaseUsage }: PurgeDeps): Purge => {
  /** To be the last of its transaction: what an account uses is what everybody locks last. */
  const forget = async (trx: Trx, ownerId: string, files: readonly DeletedFile[]): Promise<void> => {
    if (files.length === 0) return;
    const blobIds = files.flatMap(({ blob_id }) => blob_id ?? []);
    await markUnreferenced(trx, blobIds, clock.now());
    await releaseUsage(trx, ownerId, bytesByCategory(files));
  };

  const purgeFiles = (ownerId: string, ids: readonly string[]): Promise<void> =>
    inTransaction(db, async (trx) => forget(trx, ownerId, await deletePurgedFiles(trx, ids)));

  const purgeFolder = (ownerId: string, id: string, size: number): Promise<void> =>
    inTransaction(db, async (trx) => {
      let left = size - (await releaseEntries(trx, id, size));
      if (left > 0) left -= await detachFolders(trx, id, { now: clock.now(), limit: left });
      if (left <= 0) return;
      const files = await deleteFilesIn(trx, id, left);
      if (files.length < left) await deleteFolder(trx, id);
      await forget(trx, ownerId, files);
    });

  /** Deletes the files that stand first, or a part of the folder that does. @returns whether there was anything */
  const purgeFirst = async (ownerId: string, size: number): Promise<boolean> => {
    const queue = await listPurged(db, ownerId, size);
    const [first] = queue;
    if (first === undefined) return false;
    const end = queue.findIndex(({ type }) => type === 'folder');
    const files = end === -1 ? queue : queue.slice(0, end);
    try {
      if (first.type === 'folder') await purgeFolder(ownerId, first.id, size);
      else
        await purgeFiles(
          ownerId,
          files.map(({ id }) => id),
        );
    } catch (error) {
      // Where an upload has just put something into the folder, the next look finds it.
      if (!isForeignKeyViolation(error)) throw error;
    }
    return true;
  };

  return async (ownerId, signal) => {
    let purged = false;
    const isShared = isPostgres(db);
    const budget = createWorkBudget(
      isShared ? { ms: Infinity, least: rowsOnPostgres, most: rowsOnPostgres } : budgetOptions,
    );
    try {
      for (;;) {
        const from = performance.now();
        if (!(await purgeFirst(ownerId, budget.size))) break;
        purged = true;
        const ms = performance.now() - from;
        budget.spent(ms);
        // Half of the time is for requests that came in the meantime.
        await delay(isShared ? 0 : ms);
        signal.throwIfAborted();
      }
    } finally {
      if (purged) events.publish(filesEvent({ ownerId, origin: undefined, storage: true }));
    }
  };
};
