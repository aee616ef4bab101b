import { setImmediate as turn } from 'node:timers/promises';
import type { Category } from '@holdall/contract/files';
import type { Db, Trx } from '#db/database.ts';
import { isForeignKeyViolation } from '#db/errors.ts';
import { inTransaction } from '#db/in-transaction.ts';
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
  type PurgedItem,
  releaseEntries,
} from './purge.repo.ts';

/** Rows that one transaction changes: others wait no longer than that takes. */
const batchSize = 500;

/** Bytes by category. */
export type CategoryBytes = Readonly<Partial<Record<Category, number>>>;

/** Takes bytes off what an account uses, on the transaction that deletes the files. */
export type ReleaseUsage = (trx: Trx, ownerId: string, bytes: CategoryBytes) => Promise<void>;

export interface PurgeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: Events;
  readonly releaseUsage: ReleaseUsage;
  /** Is told of failures that no caller waits for. */
  readonly onError: (error: unknown) => void;
}

export interface Purger {
  /** Begins to delete what is marked, or lets the run under way see to it; after a failure the next sweep goes on. */
  nudge(): void;
  /** Resolves when nothing that is marked is left. @throws what the database throws */
  finish(): Promise<void>;
  /** Ends the run after its present batch; what is left goes on after the next start. */
  stop(): Promise<void>;
}

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
export const createPurger = ({ db, clock, events, releaseUsage, onError }: PurgeDeps): Purger => {
  /** To be the last of its transaction: what an account uses is what everybody locks last. */
  const forget = async (trx: Trx, ownerId: string, files: readonly DeletedFile[]): Promise<void> => {
    if (files.length === 0) return;
    const blobIds = files.flatMap(({ blob_id }) => blob_id ?? []);
    await markUnreferenced(trx, blobIds, clock.now());
    await releaseUsage(trx, ownerId, bytesByCategory(files));
  };

  const purgeFiles = (ownerId: string, ids: readonly string[]): Promise<void> =>
    inTransaction(db, async (trx) => forget(trx, ownerId, await deletePurgedFiles(trx, ids)));

  const purgeFolder = (ownerId: string, id: string): Promise<void> =>
    inTransaction(db, async (trx) => {
      let left = batchSize - (await releaseEntries(trx, id, batchSize));
      if (left > 0) left -= await detachFolders(trx, id, { now: clock.now(), limit: left });
      if (left <= 0) return;
      const files = await deleteFilesIn(trx, id, left);
      if (files.length < left) await deleteFolder(trx, id);
      await forget(trx, ownerId, files);
    });

  /** Deletes the files that stand first in the queue, or a part of the folder that does. */
  const purgeFirst = (first: PurgedItem, queue: readonly PurgedItem[]): Promise<void> => {
    if (first.type === 'folder') return purgeFolder(first.owner_id, first.id);
    const end = queue.findIndex(({ type, owner_id }) => type === 'folder' || owner_id !== first.owner_id);
    const files = end === -1 ? queue : queue.slice(0, end);
    return purgeFiles(
      first.owner_id,
      files.map(({ id }) => id),
    );
  };

  const stopping = new AbortController();
  let nudged = false;

  const purgeAll = async (): Promise<void> => {
    const owners = new Set<string>();
    /** Owners whose items could not be deleted: the others' are not kept waiting for them. */
    const failures = new Map<string, unknown>();
    while (!stopping.signal.aborted) {
      nudged = false;
      const queue = await listPurged(db, { limit: batchSize, except: [...failures.keys()] });
      const [first] = queue;
      if (first === undefined) {
        if (nudged) continue;
        break;
      }
      try {
        await purgeFirst(first, queue);
        owners.add(first.owner_id);
      } catch (error) {
        // Where an upload has just put something into the folder, the next look finds it.
        if (!isForeignKeyViolation(error)) failures.set(first.owner_id, error);
      }
      // Requests that came in the meantime are not kept waiting until everything is gone.
      await turn();
    }
    for (const ownerId of owners) events.publish(filesEvent({ ownerId, origin: undefined, storage: true }));
    const [failure] = failures.values();
    if (failures.size > 0) throw failure;
  };

  let running: Promise<void> | undefined;
  const run = (): Promise<void> => {
    nudged = true;
    running ??= purgeAll().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    nudge: () => {
      run().catch(onError);
    },
    finish: run,
    stop: async () => {
      stopping.abort();
      await running?.catch(() => undefined);
    },
  };
};
