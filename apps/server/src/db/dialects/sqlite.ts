import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import { SqliteConnection, SqlitePair } from './sqlite-connections.ts';
import type { SyncFailedError } from '#db/errors.ts';
import { type LogOptions, SqliteLog } from './sqlite-log.ts';

/** Compiled statements that are cached: preparing one costs more than most point queries. */
const cacheSize = 500;
class Statement implements SqliteStatement {
  readonly reader: boolean;
  readonly #statement: StatementSync;

  constructor(statement: StatementSync) {
    this.#statement = statement;
    this.reader = statement.columns().length > 0;
  }

  all(parameters: readonly unknown[]): unknown[] {
    return this.#statement.all(...(parameters as SQLInputValue[]));
  }

  run(parameters: readonly unknown[]): ReturnType<SqliteStatement['run']> {
    return this.#statement.run(...(parameters as SQLInputValue[]));
  }

  iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    return this.#statement.iterate(...(parameters as SQLInputValue[]));
  }
}

/** The driver interface of Kysely's SQLite dialect, on Node's own SQLite. */
class NodeSqlite implements SqliteDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Statement>();
  readonly #gauges = new Map<string, StatementSync>();

  constructor(path: string, { readOnly = false } = {}) {
    this.#database = new DatabaseSync(path, { timeout: 0, readOnly });
    if (!readOnly) {
      this.#database.exec('pragma journal_mode = wal');
      // `SqliteLog` makes commits durable before their callers are answered.
      this.#database.exec('pragma synchronous = normal');
      // A commit would not report that the sync of a checkpoint failed.
      this.#database.exec('pragma wal_autocheckpoint = 0');
      this.#database.exec('pragma foreign_keys = on');
      // The journals of single statements stay in memory: in files they are larger than the writes themselves.
      this.#database.exec('pragma temp_store = memory');
    }
    this.#database.exec('pragma cache_size = -16384');
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Frames of the write-ahead log. */
  logFrames(): number {
    return this.#number('pragma wal_checkpoint(noop)', 'log');
  }

  /** A number that changes when another process commits. */
  version(): number {
    return this.#number('pragma data_version', 'data_version');
  }

  close(): void {
    this.#gauges.clear();
    this.#statements.clear();
    this.#database.close();
  }

  #number(sql: string, column: string): number {
    const gauge = this.#gauges.get(sql) ?? this.#database.prepare(sql);
    this.#gauges.set(sql, gauge);
    return Number(gauge.get()?.[column]);
  }

  prepare(sql: string): Statement {
    // A pragma takes effect when it is compiled: a cached one would do so only once.
    if (sql.startsWith('pragma ')) return new Statement(this.#database.prepare(sql));
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    // A deferred transaction that first reads and then writes would fail half-way when another process writes
    // in between; taking the lock at once makes it wait instead.
    const statement = new Statement(this.#database.prepare(sql === 'begin' ? 'begin immediate' : sql));
    if (this.#statements.size >= cacheSize) {
      const oldest = this.#statements.keys().next();
      if (!oldest.done) this.#statements.delete(oldest.value);
    }
    this.#statements.set(sql, statement);
    return statement;
  }
}

export class NodeSqliteAdapter extends SqliteAdapter {
  readonly #driver: () => NodeSqliteDriver | undefined;

  constructor(driver: () => NodeSqliteDriver | undefined) {
    super();
    this.#driver = driver;
  }

  /** The failure after which no writes are accepted; undefined: there was none. */
  get failure(): SyncFailedError | undefined {
    return this.#driver()?.failure;
  }

  // Kysely denies it for every SQLite driver, but SQLite does roll schema changes back.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  // `SqlitePair` decides which caller writes.
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

const inMemory = ':memory:';

export interface SqliteOptions {
  /** Changes nothing, and needs a file that is there. */
  readonly readOnly?: boolean | undefined;
  /** Called once when no writes are accepted any more, because the disk has failed. */
  readonly onFailure?: LogOptions['onFailure'] | undefined;
}

class NodeSqliteDriver extends SqliteDriver {
  readonly #writing: NodeSqlite;
  readonly #reads: NodeSqlite | undefined;
  readonly #reading: SqliteDriver | undefined;
  readonly #options: SqliteOptions & { readonly path: string };
  #log: SqliteLog | undefined;
  #pair: SqlitePair | undefined;

  constructor(path: string, options: SqliteOptions) {
    const { readOnly = false } = options;
    const database = new NodeSqlite(path, { readOnly });
    super({ database });
    this.#writing = database;
    this.#options = { ...options, path };
    if (path === inMemory || readOnly) return;
    this.#reads = new NodeSqlite(path, { readOnly: true });
    this.#reading = new SqliteDriver({ database: this.#reads });
  }

  get failure(): SyncFailedError | undefined {
    return this.#log?.failure;
  }

  override async init(...options: Parameters<SqliteDriver['init']>): Promise<void> {
    await super.init(...options);
    await this.#reading?.init(...options);
    const [writer, reader] = [await super.acquireConnection(), await this.#reading?.acquireConnection()];
    this.#log = this.#reads && this.#createLog(this.#reads);
    this.#pair = new SqlitePair(writer, { reader, log: this.#log });
    await this.#log?.open();
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#openPair.open();
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (connection instanceof SqliteConnection) await connection.release();
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // On a full disk SQLite has rolled back by itself: a second rollback would fail, and hide the cause.
    if (this.#writing.isInTransaction) await super.rollbackTransaction(connection);
    if (connection instanceof SqliteConnection) connection.undone();
  }

  override async destroy(): Promise<void> {
    await this.#log?.settle();
    // The last connection to close empties the log and removes it, which the reader may not do: the reader
    // closes first, unless the log holds commits that were not confirmed.
    if (this.#log?.isUncut === true) await super.destroy();
    await this.#reading?.destroy();
    if (this.#log?.isUncut !== true) await super.destroy();
    await this.#log?.close();
  }

  get #openPair(): SqlitePair {
    if (this.#pair === undefined) throw new Error('The database is not open.');
    return this.#pair;
  }

  #createLog(reads: NodeSqlite): SqliteLog {
    const version = (): number => this.#writing.version();
    // The log is there from the first read on.
    version();
    return new SqliteLog({
      database: this.#options.path,
      progress: { frames: () => reads.logFrames(), version },
      withoutWriters: (work) => this.#openPair.withoutWriters(work),
      onFailure: (...failure) => this.#options.onFailure?.(...failure),
    });
  }
}

/**
 * The Kysely dialect for `node:sqlite`: WAL, foreign keys enforced. Transactions and writes run one after the
 * other, and are durable when they resolve; reads do not wait for them.
 *
 * @param path the database file, or `:memory:`
 */
export const createSqliteDialect = (path: string, options: SqliteOptions = {}): Dialect => {
  let driver: NodeSqliteDriver | undefined;
  return {
    createDriver: () => {
      driver = new NodeSqliteDriver(path, options);
      return driver;
    },
    createAdapter: () => new NodeSqliteAdapter(() => driver),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
};
