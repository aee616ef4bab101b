import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { NodeSqliteAdapter } from '#db/dialects/sqlite.ts';
import type { SyncFailedError } from '#db/errors.ts';
import { AppError } from '#lib/app-error.ts';

/**
 * Returns the failure after which a database accepts no writes until this program is restarted; undefined:
 * there was none.
 */
export const syncFailureOf = (db: Db): SyncFailedError | undefined => {
  const { adapter } = db.getExecutor();
  return adapter instanceof NodeSqliteAdapter ? adapter.failure : undefined;
};

/** Tries whether a database answers and accepts writes. @throws server.disk_failed; what the database throws */
export const probeDatabase = async (db: Db): Promise<void> => {
  await sql`select 1`.execute(db);
  const failure = syncFailureOf(db);
  if (failure !== undefined) throw new AppError('server.disk_failed', { cause: failure });
};
