import type { Db } from '#db/database.ts';
import { NodeSqliteAdapter } from '#db/dialects/sqlite.ts';
import type { SyncFailedError } from '#db/errors.ts';

/**
 * Returns the failure after which a database accepts no writes until this program is restarted; undefined:
 * there was none.
 */
export const syncFailureOf = (db: Db): SyncFailedError | undefined => {
  const { adapter } = db.getExecutor();
  return adapter instanceof NodeSqliteAdapter ? adapter.failure : undefined;
};
