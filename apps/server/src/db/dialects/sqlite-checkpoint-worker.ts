import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { isSyncFailure } from '#db/errors.ts';

/** Sent where a file could not be synced. */
export interface CheckpointFailure {
  readonly message: string;
}

const { path } = workerData as { readonly path: string };
// It looks once, and leaves what somebody else is about.
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
  // A failure that is no sync's ends this thread, which tells that it is done, too.
  parentPort?.postMessage(checkpoint(), []);
});
