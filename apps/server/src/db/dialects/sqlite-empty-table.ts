import { rename, rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { workerResult } from '#lib/worker-result.ts';

/** Suffixes of the files of a database that is written. */
const fileSuffixes = ['', '-wal', '-shm'];

/**
 * Empties a table of a database file that nothing else uses, and gives back the space. It runs in a thread of its own, because SQLite
 * writes the whole file anew.
 */
export const emptySqliteTable = async (path: string, table: string): Promise<void> => {
  const target = `${path}.emptied`;
  const worker = new Worker(new URL('./sqlite-empty-table-worker.ts', import.meta.url), {
    workerData: { path, table, target },
  });
  await workerResult(worker, 'the thread that empties a table');
  for (const suffix of fileSuffixes) await rm(path + suffix, { force: true });
  await rename(target, path);
};
