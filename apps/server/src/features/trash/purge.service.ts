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
      await forget(trx, ownerId, files);
      if (files.length < left) await deleteFolder(trx, id);
    });

  /** Deletes the files that stand first, or a part of the folder that does. @returns whose they were; undefined where nothing is left */
  const purgeSome = async (): Promise<string | undefined> => {
    const queue = await listPurged(db, batchSize);
    const [first] = queue;
    if (first === undefined) return undefined;
    const { id, owner_id: ownerId, type } = first;
    if (type === 'folder') {
      await purgeFolder(ownerId, id);
      return ownerId;
    }
    const end = queue.findIndex((item) => item.type === 'folder' || item.owner_id !== ownerId);
    const files = end === -1 ? queue : queue.slice(0, end);
    await purgeFiles(
      ownerId,
      files.map((file) => file.id),
    );
    return ownerId;
  };

  const stopping = new AbortController();
  let nudged = false;

  const purgeAll = async (): Promise<void> => {
    const owners = new Set<string>();
    try {
      while (!stopping.signal.aborted) {
        nudged = false;
        try {
          const ownerId = await purgeSome();
          if (ownerId !== undefined) owners.add(ownerId);
          else if (!nudged) return;
        } catch (error) {
          // An upload has just put something into the folder: the next look finds it.
          if (!isForeignKeyViolation(error)) throw error;
        }
        // Requests that came in the meantime are not kept waiting until everything is gone.
        await turn();
      }
    } finally {
      for (const ownerId of owners) events.publish(filesEvent({ ownerId, origin: undefined, storage: true }));
    }
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
