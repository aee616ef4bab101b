import { setTimeout } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection, type QueryResult, SelectQueryNode, sql } from 'kysely';
import { rowsAtMost } from './sqlite-checkpoints.ts';
import type { SqliteLog } from './sqlite-log.ts';

/** Milliseconds to wait for another process's write lock before the call is answered 503. */
const busyLimit = 10_000;
/** Milliseconds between two looks. SQLite's own waiting would stop the whole process meanwhile. */
const busyPause = 25;

const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === 5;

/** Runs a query, and waits for a lock of another process without holding up anything else in this one. */
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

/** Also what is written by hand and begins with its recursion, unless something is changed behind that. */
const isRead = ({ query, sql: text }: CompiledQuery): boolean =>
  SelectQueryNode.is(query) ||
  /^\s*select\s/i.test(text) ||
  (/^\s*with\s/i.test(text) && !/\b(?:insert|update|delete|replace)\b/i.test(text));

/** What changes nothing that could last. */
const isControl = ({ sql: text }: CompiledQuery): boolean =>
  /^(begin|commit|savepoint|release|pragma)\b/i.test(text);

const isChange = ({ sql: text }: CompiledQuery): boolean => /^\s*(?:insert|update|delete)\s/i.test(text);
/** Whether a statement that is no read has left everything as it was. */
const isIdle = (query: CompiledQuery, { rows, numAffectedRows }: QueryResult<unknown>): boolean =>
  isControl(query) || (isChange(query) && (numAffectedRows ?? BigInt(rows.length)) === 0n);

const fleetingSql = 'pragma synchronous = normal';
/** Said on a connection: what is written by it, until it is given back, need not survive a power failure. */
export const fleeting = sql.raw(fleetingSql);

/** Pages in the log at which a commit empties it after all: `SqliteCheckpoints` has done so before, unless it cannot keep up. */
export const emptiedByCommit = 'pragma wal_autocheckpoint = 8000';
/** For a commit that alone writes as many: the thread is told of it at once. */
const emptiedBeside = 'pragma wal_autocheckpoint = 0';

/** A commit that leaves the log to the thread; whether it succeeds or not, the next one empties a log that is too long. */
const commitBeside = async <R>(
  writer: DatabaseConnection,
  commit: CompiledQuery,
): Promise<QueryResult<R>> => {
  await writer.executeQuery(CompiledQuery.raw(emptiedBeside));
  try {
    return await patiently<R>(writer, commit);
  } finally {
    await writer.executeQuery(CompiledQuery.raw(emptiedByCommit));
  }
};

/** The connections of a database file: one writes, for one at a time; the other reads what is committed. */
export class SqlitePair {
  readonly #writer: DatabaseConnection;
  readonly #reader: DatabaseConnection | undefined;
  readonly #log: SqliteLog | undefined;
  #last: Promise<void> = Promise.resolve();

  /** @param beside reader and log: none of a database in memory, which only one connection can see */
  constructor(writer: DatabaseConnection, { reader, log }: Beside) {
    this.#writer = writer;
    this.#reader = reader;
    this.#log = log;
  }

  open(): SqliteConnection {
    return new SqliteConnection({ reader: this.#reader, log: this.#log }, () => this.#lockWriter());
  }

  /** Waits until nobody else has the writer. @returns it, and how to give it back */
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
 * What one caller works with: it reads beside whoever writes, until it writes or begins a transaction itself.
 * From then on it has the writer for itself, until it is released.
 */
export class SqliteConnection implements DatabaseConnection {
  readonly #reader: DatabaseConnection | undefined;
  readonly #log: SqliteLog | undefined;
  readonly #lockWriter: () => Promise<Lock>;
  #lock: Lock | undefined;
  /** Whether there is something that is to be made durable. */
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
    if (query.sql === fleetingSql) this.#isFleeting = true;
    const { writer } = this.#lock;
    const isLarge = query.sql === 'commit' && this.#rows >= rowsAtMost && this.#log !== undefined;
    const result = await (isLarge ? commitBeside<R>(writer, query) : patiently<R>(writer, query));
    this.#hasWritten ||= !reads && !isIdle(query, result);
    if (!reads) this.#rows += Number(result.numAffectedRows ?? 0);
    return result;
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    this.#lock ??= await this.#lockWriter();
    yield* this.#lock.writer.streamQuery<R>(query, chunkSize);
  }

  /** Is told that what was written has been taken back. */
  undone(): void {
    this.#hasWritten = false;
    this.#rows = 0;
  }

  /** Lets the next one write, and waits until what this one has written is durable. @throws what the disk answered */
  async release(): Promise<void> {
    const isToLast = this.#hasWritten && !this.#isFleeting;
    const rows = this.#rows;
    this.#lock?.unlock();
    this.#lock = undefined;
    this.#hasWritten = false;
    this.#isFleeting = false;
    this.#rows = 0;
    if (isToLast) await this.#log?.durable(rows);
  }
}
