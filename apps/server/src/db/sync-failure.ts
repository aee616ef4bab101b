import type { Db } from '#db/database.ts';
import { NodeSqliteAdapter } from '#db/dialects/sqlite.ts';
import type { SyncFailedError } from '#db/errors.ts';

/** Why nothing is written to a database any more until this program is restarted; undefined: all is well. */
export const syncFailureOf = (db: Db): SyncFailedError | undefined => {
  const { adapter } = db.getExecutor();
  return adapter instanceof NodeSqliteAdapter ? adapter.failure : undefined;
};
