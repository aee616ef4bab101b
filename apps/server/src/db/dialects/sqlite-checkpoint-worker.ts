import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

const { path } = workerData as { readonly path: string };
// It looks once, and leaves what somebody else is about.
const database = new DatabaseSync(path, { timeout: 0 });

parentPort?.on('message', () => {
  try {
    database.exec('pragma wal_checkpoint(passive)');
  } finally {
    parentPort?.postMessage('done', []);
  }
});
