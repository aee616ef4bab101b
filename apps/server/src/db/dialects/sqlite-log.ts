import { type FileHandle, open } from 'node:fs/promises';
import { SharedRun } from '#lib/shared-run.ts';
import { SqliteCheckpoints } from './sqlite-checkpoints.ts';

/**
 * Makes what was committed survive a power failure: SQLite's write-ahead log is synced in a thread of its own, once for all
 * who wait (group commit). SQLite would sync it inside each `COMMIT`, and hold up whatever else this process does.
 *
 * What is committed stands in the log, in order and with checksums; a log that has been synced up to a commit is all that
 * recovery needs. Emptying the log into the database, SQLite syncs both by itself (`synchronous=NORMAL`).
 */
export class SqliteLog {
  readonly #path: string;
  readonly #syncs = new SharedRun(() => this.#sync());
  readonly #checkpoints: SqliteCheckpoints;
  #file: Promise<FileHandle> | undefined;
  #failure: Error | undefined;
  /** Rows that were changed since the last sync began. */
  #rows = 0;

  /** @param database the path of its file */
  constructor(database: string) {
    this.#path = `${database}-wal`;
    this.#checkpoints = new SqliteCheckpoints(database);
  }

  /**
   * Resolves when everything is durable that was committed before the call.
   *
   * @param rows that the caller has changed
   * @throws what the disk answered, from then on for ever: the system forgets what it could not write, and would answer the next
   *   sync as if all were well
   */
  durable(rows: number): Promise<void> {
    this.#rows += rows;
    return this.#syncs.ask();
  }

  async close(): Promise<void> {
    await this.#syncs.settled();
    await this.#checkpoints.close();
    await (await this.#file)?.close();
  }

  async #sync(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    const rows = this.#rows;
    this.#rows = 0;
    try {
      this.#file ??= open(this.#path, 'r+');
      await (await this.#file).datasync();
      this.#checkpoints.written(rows);
    } catch (error) {
      this.#failure =
        error instanceof Error ? error : new Error('The log could not be synced.', { cause: error });
      throw this.#failure;
    }
  }
}
