import { setTimeout } from 'node:timers/promises';
import { type CompiledQuery, type DatabaseConnection, type QueryResult, SelectQueryNode } from 'kysely';

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

const isRead = ({ query, sql }: CompiledQuery): boolean =>
  SelectQueryNode.is(query) || /^\s*select\s/i.test(sql);

/** The connections of a database file: one writes, for one at a time; the other reads what is committed. */
export class SqlitePair {
  readonly #writer: DatabaseConnection;
  readonly #reader: DatabaseConnection | undefined;
  #last: Promise<void> = Promise.resolve();

  /** @param reader none for a database in memory, which only one connection can see */
  constructor(writer: DatabaseConnection, reader: DatabaseConnection | undefined) {
    this.#writer = writer;
    this.#reader = reader;
  }

  open(): SqliteConnection {
    return new SqliteConnection(this.#reader, () => this.#lockWriter());
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
  readonly #lockWriter: () => Promise<Lock>;
  #lock: Lock | undefined;

  constructor(reader: DatabaseConnection | undefined, lockWriter: () => Promise<Lock>) {
    this.#reader = reader;
    this.#lockWriter = lockWriter;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#lock === undefined && this.#reader !== undefined && isRead(query))
      return patiently(this.#reader, query);
    this.#lock ??= await this.#lockWriter();
    return patiently(this.#lock.writer, query);
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    this.#lock ??= await this.#lockWriter();
    yield* this.#lock.writer.streamQuery<R>(query, chunkSize);
  }

  release(): void {
    this.#lock?.unlock();
    this.#lock = undefined;
  }
}
