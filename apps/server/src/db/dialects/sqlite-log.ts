import { readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { SyncFailedError } from '#db/errors.ts';
import { CoalescedRun } from '#lib/concurrency/coalesced-run.ts';
import { SqliteCheckpoints } from './sqlite-checkpoints.ts';
import { cutLog } from './sqlite-log-cut.ts';

/** The size and progress of a log, as SQLite reports them. */
export interface LogProgress {
  /** Frames of what is committed. */
  readonly frames: () => number;
  /** A number that changes when another process commits. */
  readonly version: () => number;
}

/** Keeps every process from writing to a database while an action runs. It is read again afterwards. */
export type WithoutWriters = (work: () => void) => Promise<void>;

export interface LogOptions {
  /** The path of the database's file. */
  readonly database: string;
  readonly progress: LogProgress;
  readonly withoutWriters: WithoutWriters;
  /**
   * Called once when no writes are accepted any more, after the log was truncated.
   *
   * @param uncut why it could not be
   */
  readonly onFailure: (failure: SyncFailedError, uncut?: unknown) => void;
}

interface Position {
  /** Identifies the log: it changes each time that the log is emptied and restarted. */
  readonly salt: bigint;
  readonly frames: number;
  readonly version: number;
}

/** Frames (32 MB) from which the log counts as long: the checkpoint thread cannot keep up. */
const longFrom = 8_000;
/** Offset of the salt in the header of a log (https://www.sqlite.org/fileformat.html#walformat). */
const saltAt = 16;

/**
 * Makes commits durable: SQLite's write-ahead log is synced in a thread of its own, once for all waiting
 * commits (group commit). SQLite would sync it inside each `COMMIT`, and block this process.
 *
 * Commits are in the log, in order and with checksums; a log that has been synced up to a commit is all that
 * recovery needs. A checkpoint syncs both files by itself (`synchronous=NORMAL`).
 *
 * After a failed sync no writes are accepted: the system forgets what it could not write, and the next sync
 * would succeed. The log is truncated to what is durable; waiting commits beyond that are rejected.
 */
export class SqliteLog {
  readonly #options: LogOptions;
  readonly #syncs = new CoalescedRun(() => this.#sync());
  readonly #checkpoints: SqliteCheckpoints;
  #file: FileHandle | undefined;
  #failure: SyncFailedError | undefined;
  #syncing: Promise<void> | undefined;
  #cutting: Promise<void> | undefined;
  #isCut = false;
  /** The end of what has been committed to last and is to be durable. */
  #last: Position | undefined;
  /** The position up to which the log is durable. */
  #durable: Position | undefined;
  /** Rows that were changed since the last sync began. */
  #rows = 0;

  constructor(options: LogOptions) {
    this.#options = options;
    this.#checkpoints = new SqliteCheckpoints(options.database, (error) => void this.fail(error));
  }

  /** The failure after which no writes are accepted; undefined: there was none. */
  get failure(): SyncFailedError | undefined {
    return this.#failure;
  }

  /** Tells whether the log holds frames that must not reach the database later. */
  get isUncut(): boolean {
    return this.#failure !== undefined && !this.#isCut;
  }

  /** Tells whether it has grown so much that its writer empties it. */
  isLong(): boolean {
    return this.#failure === undefined && this.#options.progress.frames() >= longFrom;
  }

  /** Makes durable what is found in the log: a process that has crashed may not have come so far. @throws what the disk answered */
  async open(): Promise<void> {
    this.#file = await open(`${this.#options.database}-wal`, 'r+');
    const found = this.#position();
    if (found.frames > 0) await this.#file.datasync();
    this.#durable = found;
  }

  /**
   * Resolves when everything is durable that was committed before the call.
   *
   * @param rows that the caller has changed
   * @throws SyncFailedError where it is not, and will not be found in the database either
   */
  async durable(rows: number): Promise<void> {
    this.#rows += rows;
    let position: Position | undefined;
    try {
      position = this.#position();
      this.#last = position;
    } catch (error) {
      void this.fail(error);
    }
    try {
      await this.#syncs.ask();
    } catch (error) {
      if (position === undefined || !this.#isDurable(position)) throw error;
    }
  }

  /** Handles a failed sync: from now on no writes are accepted. Resolves when the log is truncated; never rejects. */
  fail(cause: unknown): Promise<void> {
    this.#failure ??= new SyncFailedError(cause);
    this.#cutting ??= this.#cut(this.#failure);
    return this.#cutting;
  }

  /** Waits for the sync in progress, and starts no more. */
  async settle(): Promise<void> {
    await this.#syncs.settled();
    await this.#checkpoints.close();
    await this.#cutting;
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }

  get #open(): FileHandle {
    if (this.#file === undefined) throw new Error('The log is not open.');
    return this.#file;
  }

  #position(): Position {
    const { frames, version } = this.#options.progress;
    const salt = new BigUint64Array(1);
    readSync(this.#open.fd, salt, 0, salt.byteLength, saltAt);
    return { salt: salt[0] ?? 0n, frames: frames(), version: version() };
  }

  /** A log is restarted only after everything in the one before has come into the database, durably. */
  #isDurable({ salt, frames }: Position): boolean {
    return this.#isCut && (salt !== this.#durable?.salt || frames <= this.#durable.frames);
  }

  async #sync(): Promise<void> {
    if (this.#failure !== undefined) {
      await this.#cutting;
      throw this.#failure;
    }
    const [rows, position] = [this.#rows, this.#last];
    this.#rows = 0;
    try {
      this.#syncing = this.#syncTo(position);
      await this.#syncing;
      this.#checkpoints.written(rows);
    } catch (error) {
      await this.fail(error);
      throw this.#failure ?? error;
    }
  }

  async #syncTo(position: Position | undefined): Promise<void> {
    await this.#open.datasync();
    this.#durable = position;
  }

  async #cut(failure: SyncFailedError): Promise<void> {
    const { withoutWriters, onFailure } = this.#options;
    try {
      await this.#checkpoints.close();
      // It may be another sync that has failed: what this one makes durable is confirmed, and stays.
      await this.#syncing?.catch(() => undefined);
      await withoutWriters(() => this.#cutNow());
    } catch (error) {
      onFailure(failure, error);
      return;
    }
    try {
      // Frames that were kept for another process become durable only now.
      await this.#open.datasync();
      this.#durable = this.#position();
    } catch {
      // The disk still fails: only the frames that were known to be durable are.
    }
    onFailure(failure);
  }

  #cutNow(): void {
    const { database } = this.#options;
    const now = this.#position();
    const before = this.#durable;
    const synced = before?.salt === now.salt ? before.frames : 0;
    const isShared = before?.version !== now.version;
    const { durable } = cutLog({ database, fd: this.#open.fd, synced, end: now.frames, isShared });
    this.#durable = { ...now, frames: durable };
    this.#isCut = true;
  }
}
