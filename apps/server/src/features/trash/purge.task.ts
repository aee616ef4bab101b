import { setTimeout as delay } from 'node:timers/promises';
import { markUnreferenced } from '#db/blob-references.ts';
import type { Db, Trx } from '#db/database.ts';
import { isForeignKeyViolation } from '#db/errors.ts';
import { inTransaction } from '#db/in-transaction.ts';
import { isPostgres } from '#db/dialect.ts';
import type { BytesByCategory } from '#features/files/index.ts';
import { bytesByCategory } from '#features/usage/index.ts';
import { createWorkBudget } from '#lib/concurrency/work-budget.ts';
import type { Clock } from '#ports/clock.ts';
import { type Events, filesEvent } from '#ports/events.ts';
import {
  type DeletedContent,
  deleteFiles,
  deleteFolder,
  deleteVersionsOf,
  detachFolders,
  listFilesIn,
  listPurged,
  releaseEntries,
} from './purge.repo.ts';

/**
 * Milliseconds and rows of one transaction. SQLite blocks this process while it works; PostgreSQL blocks only
 * changes of the same rows.
 */
const budgetOptions = { ms: 20, least: 50, most: 500 };
const rowsOnPostgres = 500;

/** Subtracts bytes from an account's usage, in the transaction that deletes the files. */
export type ReleaseUsage = (trx: Trx, ownerId: string, bytes: BytesByCategory) => Promise<void>;

export interface PurgeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: Events;
  readonly releaseUsage: ReleaseUsage;
}

/**
 * Deletes the rows of all of an owner's permanently deleted items, and resolves once none is left.
 *
 * @throws what the database throws, and the signal's reason; the next call continues
 */
export type Purge = (ownerId: string, signal: AbortSignal) => Promise<void>;

/**
 * Creates the purge, which deletes marked rows in batches. It detaches a folder's subfolders, deletes its
 * files with their versions and then the folder itself, so each batch is flat however deep the tree is. Remaining rows stay
 * marked for the next run.
 */
export const createPurge = ({ db, clock, events, releaseUsage }: PurgeDeps): Purge => {
  /** Comes last in its transaction: every transaction locks an account's usage last. */
  const forget = async (trx: Trx, ownerId: string, contents: readonly DeletedContent[]): Promise<void> => {
    if (contents.length === 0) return;
    const blobIds = contents.flatMap(({ blob_id }) => blob_id ?? []);
    await markUnreferenced(trx, blobIds, clock.now());
    await releaseUsage(trx, ownerId, bytesByCategory(contents));
  };

  /** Deletes files after their versions. Where those fill the batch, the files remain for the next one. */
  const deleteBatch = async (
    trx: Trx,
    { ids, size, folderId }: { ids: readonly string[]; size: number; folderId?: string },
  ): Promise<{ readonly contents: DeletedContent[]; readonly isDone: boolean }> => {
    const versions = await deleteVersionsOf(trx, ids, size);
    if (versions.length >= size) return { contents: versions, isDone: false };
    return { contents: [...versions, ...(await deleteFiles(trx, ids, folderId))], isDone: true };
  };

  const purgeFiles = (ownerId: string, ids: readonly string[], size: number): Promise<void> =>
    inTransaction(db, async (trx) => forget(trx, ownerId, (await deleteBatch(trx, { ids, size })).contents));

  const purgeFolder = (ownerId: string, id: string, size: number): Promise<void> =>
    inTransaction(db, async (trx) => {
      let left = size - (await releaseEntries(trx, id, size));
      if (left > 0) left -= await detachFolders(trx, id, { now: clock.now(), limit: left });
      if (left <= 0) return;
      const ids = await listFilesIn(trx, id, left);
      const { contents, isDone } = await deleteBatch(trx, { ids, size, folderId: id });
      if (isDone && ids.length < left) await deleteFolder(trx, id);
      await forget(trx, ownerId, contents);
    });

  /** Deletes the first files, or a part of the first folder. @returns whether there was anything */
  const purgeFirst = async (ownerId: string, size: number): Promise<boolean> => {
    const queue = await listPurged(db, { ownerId, now: clock.now(), limit: size });
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
          size,
        );
    } catch (error) {
      // An upload has just added something to the folder; the next round finds it.
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
        // Half of the time is left to requests that arrived meanwhile.
        await delay(isShared ? 0 : ms);
        signal.throwIfAborted();
      }
    } finally {
      if (purged) events.publish(filesEvent({ ownerId, origin: undefined, storage: true }));
    }
  };
};
