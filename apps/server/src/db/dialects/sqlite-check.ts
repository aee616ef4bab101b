import { Worker } from 'node:worker_threads';
import { workerResult } from '#lib/worker-result.ts';

/** A check of SQLite, and the faults that it reports. */
export interface SqliteFaults {
  /** Damaged pages, indexes that miss rows, rows that break the schema. */
  readonly integrity: readonly string[];
  /** Rows that refer to others that are not there. */
  readonly references: readonly string[];
  /** The fault of the full-text index; undefined: it matches the names. */
  readonly search: string | undefined;
}

/** Reads a whole database file in a thread of its own: SQLite's statements block their thread. */
export const checkSqlite = (path: string): Promise<SqliteFaults> =>
  workerResult(
    new Worker(new URL('./sqlite-check-worker.ts', import.meta.url), { workerData: { path } }),
    'the check of the database',
  );
