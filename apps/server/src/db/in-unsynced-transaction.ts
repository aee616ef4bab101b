import { PostgresAdapter, sql } from 'kysely';
import { unsynced } from '#db/dialects/sqlite-connections.ts';
import type { Db, Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';

/**
 * Runs a transaction that a power failure may undo, so that nobody waits for the disk: for what means
 * nothing any more after one. Everything that is committed after it is as durable as ever, and takes it along.
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
