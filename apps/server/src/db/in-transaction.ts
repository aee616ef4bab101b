import type { Db, Trx } from '#db/database.ts';
import { isConflict } from '#db/errors.ts';

/** Attempts of a transaction that conflicts with others. */
const attempts = 4;

/**
 * Runs a transaction, and retries it where PostgreSQL aborted it for a deadlock or a serialisation failure. The
 * work must therefore change nothing but the database; events are published after it.
 *
 * To keep deadlocks rare, rows are locked in this order: the owner's tree (`lockTree`), a guest's link,
 * `item_totals` (which inserting and deleting items lock by themselves), items by id, `users`, `user_storage`.
 */
export const inTransaction = async <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Each attempt depends on the failure of the one before.
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= attempts || !isConflict(error)) throw error;
    }
  }
};
