import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';

/** Compiled statements kept ready: preparing one costs more than most point queries. */
const cacheSize = 500;
/** Milliseconds to wait for another process's write lock before the call is answered 503. */
const busyLimit = 10_000;
/** Milliseconds between two looks. SQLite's own waiting would stop the whole process meanwhile. */
const busyPause = 25;

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

/** What Kysely's SQLite dialect asks of a driver, on Node's own SQLite. */
class NodeSqlite implements SqliteDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Statement>();

  constructor(path: string) {
    this.#database = new DatabaseSync(path, { timeout: 0 });
    this.#database.exec('pragma journal_mode = wal');
    this.#database.exec('pragma synchronous = full');
    this.#database.exec('pragma foreign_keys = on');
    this.#database.exec('pragma cache_size = -16384');
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  prepare(sql: string): Statement {
    // A pragma takes effect when it is compiled: one that is kept would do so only once.
    if (sql.startsWith('pragma ')) return new Statement(this.#database.prepare(sql));
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    // A transaction that first reads and then writes would otherwise fail half-way when another
    // process writes in between; taking the lock at once lets it wait instead.
    const statement = new Statement(this.#database.prepare(sql === 'begin' ? 'begin immediate' : sql));
    if (this.#statements.size >= cacheSize) {
      const oldest = this.#statements.keys().next();
      if (!oldest.done) this.#statements.delete(oldest.value);
    }
    this.#statements.set(sql, statement);
    return statement;
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  // Kysely says no for every SQLite driver; SQLite itself rolls schema changes back.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === 5;

/** Waits for a lock of another process without holding up anything else in this one. */
class PatientConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const until = performance.now() + busyLimit;
    for (;;) {
      try {
        return await this.#connection.executeQuery<R>(query);
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) throw error;
        await setTimeout(busyPause);
      }
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery<R>(query, chunkSize);
  }
}

class PatientDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    return new PatientConnection(await super.acquireConnection());
  }
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PatientDriver {
    return new PatientDriver(this.#config);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}

/**
 * Kysely on `node:sqlite`: WAL, `synchronous=FULL`, foreign keys enforced.
 *
 * @param path the database file, or `:memory:`
 */
export const createSqliteDialect = (path: string): SqliteDialect =>
  new NodeSqliteDialect({ database: new NodeSqlite(path) });
