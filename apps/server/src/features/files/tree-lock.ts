import type { Db, Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import { lockTree } from '#db/tree-lock.ts';
import { createKeyedQueue } from '#lib/keyed-queue.ts';

/**
 * Runs work in a transaction that holds an owner's tree (`lockTree`), one after the other for each owner: what
 * waits for the tree waits in memory, so that nobody's changes can use up the connections of all. The work may
 * be begun anew, as `inTransaction` says.
 */
export type WithTreeLock = <T>(ownerId: string, work: (trx: Trx) => Promise<T>) => Promise<T>;

/** One for the whole process: only those who share it wait in memory for each other. */
export const createTreeLock = (db: Db): WithTreeLock => {
  const enqueue = createKeyedQueue();
  return (ownerId, work) =>
    enqueue(ownerId, () =>
      inTransaction(db, async (trx) => {
        await lockTree(trx, ownerId);
        return work(trx);
      }),
    );
};
