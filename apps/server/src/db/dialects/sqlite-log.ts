import { type FileHandle, open } from 'node:fs/promises';

/**
 * Makes what was committed survive a power failure: SQLite's write-ahead log is synced in a thread of its own, once for all
 * who wait (group commit). SQLite would sync it inside each `COMMIT`, and hold up whatever else this process does.
 *
 * What is committed stands in the log, in order and with checksums; a log that has been synced up to a commit is all that
 * recovery needs. Emptying the log into the database, SQLite syncs both by itself (`synchronous=NORMAL`).
 */
export class SqliteLog {
  readonly #path: string;
  #file: Promise<FileHandle> | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /** @param database the path of its file */
  constructor(database: string) {
    this.#path = `${database}-wal`;
  }

  /**
   * Resolves when everything is durable that was committed before the call.
   *
   * @throws what the disk answered, from then on for ever: the system forgets what it could not write, and would answer the next
   *   sync as if all were well
   */
  durable(): Promise<void> {
    if (this.#running === undefined) return this.#begin();
    // What is under way may have looked at the file before the commit.
    this.#next ??= this.#running.then(() => this.#begin());
    return this.#next;
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#running, this.#next]);
    await (await this.#file)?.close();
  }

  #begin(): Promise<void> {
    this.#next = undefined;
    const running = this.#sync();
    this.#running = running;
    // After a failure it stays: whoever comes later gets the same answer.
    void running.then(
      () => {
        if (this.#running === running) this.#running = undefined;
      },
      () => undefined,
    );
    return running;
  }

  async #sync(): Promise<void> {
    this.#file ??= open(this.#path, 'r+');
    await (await this.#file).datasync();
  }
}
