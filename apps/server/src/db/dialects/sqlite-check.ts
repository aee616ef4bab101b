import { Worker } from 'node:worker_threads';

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
export const checkSqlite = async (path: string): Promise<SqliteFaults> => {
  const worker = new Worker(new URL('./sqlite-check-worker.ts', import.meta.url), { workerData: { path } });
  try {
    return await new Promise<SqliteFaults>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`the check of the database ended with ${code}`)));
    });
  } finally {
    await worker.terminate();
  }
};
