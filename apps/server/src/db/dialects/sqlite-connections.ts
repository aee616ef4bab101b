import { setTimeout } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection, type QueryResult, SelectQueryNode, sql } from 'kysely';
import { isSyncFailure } from '#db/errors.ts';
import { rowsAtMost } from './sqlite-checkpoints.ts';
import type { SqliteLog } from './sqlite-log.ts';

/** Milliseconds to wait for another process's write lock before the call is answered 503. */
const busyLimit = 10_000;
/** Milliseconds between two attempts. SQLite's own busy handler would block the whole process. */
const busyPause = 25;

const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === 5;

/** Runs a query, and retries while another process holds a lock, without blocking this process. */
const patiently = async <R>(
  connection: DatabaseConnection,
  query: CompiledQuery,
): Promise<QueryResult<R>> => {
  const until = performance.now() + busyLimit;
  for (;;) {
    try {
      return await connection.executeQuery<R>(query);
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
      await setTimeout(busyPause);
    }
  }
};

/** Matches reads, also raw SQL with a recursive CTE, unless it changes something after that. */
const isRead = ({ query, sql: text }: CompiledQuery): boolean =>
  SelectQueryNode.is(query) ||
  /^\s*select\s/i.test(text) ||
  (/^\s*with\s/i.test(text) && !/\b(?:insert|update|delete|replace)\b/i.test(text));

/** Matches statements that change nothing durable. */
const isControl = ({ sql: text }: CompiledQuery): boolean =>
  /^(begin|commit|savepoint|release|pragma)\b/i.test(text);

const isChange = ({ sql: text }: CompiledQuery): boolean => /^\s*(?:insert|update|delete)\s/i.test(text);
/** Tells whether a statement other than a read has changed nothing. */
const isIdle = (query: CompiledQuery, { rows, numAffectedRows }: QueryResult<unknown>): boolean =>
  isControl(query) || (isChange(query) && (numAffectedRows ?? BigInt(rows.length)) === 0n);

const unsyncedSql = 'pragma synchronous = normal';
/** Said on a connection: what is written by it, until it is given back, need not survive a power failure. */
export const unsynced = sql.raw(unsyncedSql);

/** A passive checkpoint: it skips frames that are in use. */
const emptyLog = CompiledQuery.raw('pragma wal_checkpoint(passive)');

/** The connections of a database file: one writes, for one at a time; the other reads what is committed. */
export class SqlitePair {
  readonly #writer: DatabaseConnection;
  readonly #reader: DatabaseConnection | undefined;
  readonly #log: SqliteLog | undefined;
  #last: Promise<void> = Promise.resolve();

  /** @param beside reader and log; a database in memory has neither, because only one connection can see it */
  constructor(writer: DatabaseConnection, { reader, log }: Beside) {
    this.#writer = writer;
    this.#reader = reader;
    this.#log = log;
  }

  /** Excludes the writers of all processes while something is done to the log. */
  async withoutWriters(work: () => void): Promise<void> {
    const { writer, unlock } = await this.#lockWriter();
    try {
      await patiently(writer, CompiledQuery.raw('begin'));
      try {
        work();
      } finally {
        await writer.executeQuery(CompiledQuery.raw('rollback'));
      }
      await patiently(writer, CompiledQuery.raw('select 1 from sqlite_schema'));
    } finally {
      unlock();
    }
  }

  open(): SqliteConnection {
    return new SqliteConnection({ reader: this.#reader, log: this.#log }, () => this.#lockWriter());
  }

  /** Waits for the writer. @returns it, and how to release it */
  async #lockWriter(): Promise<Lock> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    return { writer: this.#writer, unlock: resolve };
  }
}

interface Beside {
  readonly reader: DatabaseConnection | undefined;
  readonly log: SqliteLog | undefined;
}

interface Lock {
  readonly writer: DatabaseConnection;
  readonly unlock: () => void;
}

/**
 * The connection of one caller: it reads concurrently with the writer until it writes or begins a transaction.
 * From then on it owns the writer, until it is released.
 */
export class SqliteConnection implements DatabaseConnection {
  readonly #reader: DatabaseConnection | undefined;
  readonly #log: SqliteLog | undefined;
  readonly #lockWriter: () => Promise<Lock>;
  #lock: Lock | undefined;
  /** True where there are writes to be made durable. */
  #hasWritten = false;
  /** Rows that were changed. */
  #rows = 0;
  #isFleeting = false;

  constructor({ reader, log }: Beside, lockWriter: () => Promise<Lock>) {
    this.#reader = reader;
    this.#log = log;
    this.#lockWriter = lockWriter;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const reads = isRead(query);
    if (this.#lock === undefined && this.#reader !== undefined && reads)
      return patiently(this.#reader, query);
    this.#lock ??= await this.#lockWriter();
    if (this.#log?.failure !== undefined && !reads && !this.#changesNothing(query)) throw this.#log.failure;
    if (query.sql === unsyncedSql) this.#isFleeting = true;
    const result = await this.#execute<R>(this.#lock.writer, query);
    this.#hasWritten ||= !reads && !isIdle(query, result);
    if (!reads) this.#rows += Number(result.numAffectedRows ?? 0);
    return result;
  }

  /** Tells whether a statement may run on a database that accepts no writes any more. */
  #changesNothing({ sql: text }: CompiledQuery): boolean {
    return (
      /^(begin|savepoint|release|rollback|pragma)\b/i.test(text) || (text === 'commit' && !this.#hasWritten)
    );
  }

  async #execute<R>(writer: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await patiently<R>(writer, query);
    } catch (error) {
      // The log can be cut only when this connection has let the writer go.
      if (isSyncFailure(error)) void this.#log?.fail(error);
      throw error;
    }
  }

  /**
   * Empties a log that has grown although a thread empties it, before the next write. SQLite would do so inside
   * a commit, and not report a failed sync. A commit that alone writes very much leaves it to the thread, which
   * begins at once.
   */
  async #emptyLongLog(): Promise<void> {
    try {
      if (this.#lock === undefined || this.#rows >= rowsAtMost || this.#log?.isLong() !== true) return;
      await this.#execute(this.#lock.writer, emptyLog);
    } catch {
      // It costs nothing: the log grows on until the next one. The writer must be let go in any case.
    }
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    this.#lock ??= await this.#lockWriter();
    yield* this.#lock.writer.streamQuery<R>(query, chunkSize);
  }

  /** Records that the writes were rolled back. */
  undone(): void {
    this.#hasWritten = false;
    this.#rows = 0;
  }

  /** Lets the next one write, and waits until what this one has written is durable. @throws what the disk answered */
  async release(): Promise<void> {
    const isToLast = this.#hasWritten && !this.#isFleeting;
    const rows = this.#rows;
    if (this.#hasWritten) await this.#emptyLongLog();
    this.#lock?.unlock();
    this.#lock = undefined;
    this.#hasWritten = false;
    this.#isFleeting = false;
    this.#rows = 0;
    if (isToLast) await this.#log?.durable(rows);
  }
}
