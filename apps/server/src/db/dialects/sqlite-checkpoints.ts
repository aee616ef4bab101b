import { Worker } from 'node:worker_threads';
import type { CheckpointFailure } from './sqlite-checkpoint-worker.ts';

/** Syncs of the log after which it is emptied. */
const syncsAtMost = 100;
/** Rows after whose change it is emptied. */
export const rowsAtMost = 10_000;
/** Milliseconds for which the idle thread is kept. */
const keptFor = 10_000;

/**
 * Runs checkpoints of SQLite's write-ahead log in a thread of its own: a checkpoint writes and syncs thousands
 * of pages, and SQLite would do that inside a commit. It is `passive`: it skips frames that are in use, and
 * blocks no one.
 */
export class SqliteCheckpoints {
  readonly #path: string;
  readonly #onFailure: (error: Error) => void;
  #worker: Worker | undefined;
  #running: Promise<void> | undefined;
  #syncs = 0;
  #rows = 0;
  #leaving: NodeJS.Timeout | undefined;
  #isClosed = false;

  /**
   * @param path of the database file
   * @param onFailure receives the disk's error where moved pages could not be synced
   */
  constructor(path: string, onFailure: (error: Error) => void) {
    this.#path = path;
    this.#onFailure = onFailure;
  }

  /** Records that the log has grown. @param rows changed rows */
  written(rows: number): void {
    this.#syncs += 1;
    this.#rows += rows;
    const isDue = this.#syncs >= syncsAtMost || this.#rows >= rowsAtMost;
    if (!isDue || this.#running !== undefined || this.#isClosed) return;
    this.#syncs = 0;
    this.#rows = 0;
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Waits for the checkpoint in progress, and starts no more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#leaving);
    await this.#running;
    await this.#worker?.terminate();
  }

  async #run(): Promise<void> {
    clearTimeout(this.#leaving);
    const worker = (this.#worker ??= this.#start());
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const done = (): void => resolve();
    worker.once('message', done);
    worker.once('exit', done);
    worker.ref();
    worker.postMessage('begin', []);
    await over;
    worker.off('exit', done);
    worker.unref();
    if (this.#isClosed) return;
    this.#leaving = setTimeout(() => void worker.terminate(), keptFor).unref();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./sqlite-checkpoint-worker.ts', import.meta.url), {
      workerData: { path: this.#path },
    });
    // The thread is restarted at the next write; until then a writer empties a log that has grown.
    worker.on('error', () => undefined);
    worker.on('message', (failure: CheckpointFailure | undefined) => {
      if (failure !== undefined) this.#onFailure(new Error(failure.message));
    });
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }
}
