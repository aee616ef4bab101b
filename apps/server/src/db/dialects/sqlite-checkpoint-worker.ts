import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { isSyncFailure } from '#db/errors.ts';

/** Sent where a file could not be synced. */
export interface CheckpointFailure {
  readonly message: string;
}

const { path } = workerData as { readonly path: string };
// It does not wait for locks: frames that are in use are left for the next checkpoint.
const database = new DatabaseSync(path, { timeout: 0 });

const checkpoint = (): CheckpointFailure | undefined => {
  try {
    database.exec('pragma wal_checkpoint(passive)');
    return undefined;
  } catch (error) {
    if (!isSyncFailure(error)) throw error;
    return { message: error instanceof Error ? error.message : String(error) };
  }
};

parentPort?.on('message', () => {
  // A failure other than of a sync ends this thread, which also reports that it is done.
  parentPort?.postMessage(checkpoint(), []);
});
