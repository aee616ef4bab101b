import { PostgresAdapter, sql } from 'kysely';
import { unsynced } from '#db/dialects/sqlite-connections.ts';
import type { Db, Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';

/**
 * Runs a transaction without waiting for the disk, for writes that mean nothing after a power failure. Later
 * commits are as durable as ever, and make it durable, too.
 */
export const inUnsyncedTransaction = async <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> => {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    return inTransaction(db, async (trx) => {
      await sql`set local synchronous_commit = off`.execute(trx);
      return work(trx);
    });
  }
  return db.connection().execute(async (connection) => {
    await unsynced.execute(connection);
    return inTransaction(connection, work);
  });
};
