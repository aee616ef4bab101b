import { PostgresAdapter, sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';

/**
 * Runs a transaction that a power failure may undo, so that nobody waits for the disk: for what means
 * nothing any more after one. Everything that is committed after it is as durable as ever, and takes it along.
 */
export const inFleetingTransaction = async <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> => {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    return inTransaction(db, async (trx) => {
      await sql`set local synchronous_commit = off`.execute(trx);
      return work(trx);
    });
  }
  // SQLite has one connection, and knows this setting for the connection alone.
  return db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection);
    try {
      return await inTransaction(connection, work);
    } finally {
      await sql`pragma synchronous = full`.execute(connection);
    }
  });
};
