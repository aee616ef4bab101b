import { rename, rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

/** Suffixes of the files of a database that is written. */
const fileSuffixes = ['', '-wal', '-shm'];

/**
 * Empties a table of a database file that nothing else uses, and gives back the space. It runs in a thread of its own, because SQLite
 * writes the whole file anew.
 */
export const emptySqliteTable = async (path: string, table: string): Promise<void> => {
  const target = `${path}.emptied`;
  const worker = new Worker(new URL('./sqlite-table-drop-worker.ts', import.meta.url), {
    workerData: { path, table, target },
  });
  try {
    await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`the thread that empties a table ended with ${code}`)));
    });
  } finally {
    await worker.terminate();
  }
  for (const suffix of fileSuffixes) await rm(path + suffix, { force: true });
  await rename(target, path);
};
