import { Worker } from 'node:worker_threads';

/** What is looked for, and what is wrong with it, in SQLite's words. */
export interface SqliteFaults {
  /** Damaged pages, indexes that miss rows, rows that break the schema. */
  readonly integrity: readonly string[];
  /** Rows that refer to others that are not there. */
  readonly references: readonly string[];
  /** Why the index of names is not what the names are; undefined: it is. */
  readonly search: string | undefined;
}

/** Reads a whole database file, in a thread of its own: SQLite's statements hold up whoever runs them. */
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
