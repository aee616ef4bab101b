import type { Db, Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import { lockTree } from '#db/tree-lock.ts';
import { createKeyedQueue } from '#lib/concurrency/keyed-queue.ts';

/**
 * Runs work in a transaction that holds the lock of an owner's tree (`lockTree`). Transactions of one owner
 * queue in memory, so that they cannot use up the connections of all. The work may run again, as with
 * `inTransaction`.
 */
export type WithTreeLock = <T>(ownerId: string, work: (trx: Trx) => Promise<T>) => Promise<T>;

/** Creates the lock for the whole process, since only users of one lock queue in memory. */
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
