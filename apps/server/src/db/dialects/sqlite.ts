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
import { emptiedByCommit, SqliteConnection, SqlitePair } from './sqlite-connections.ts';
import { SqliteLog } from './sqlite-log.ts';

/** Compiled statements kept ready: preparing one costs more than most point queries. */
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

/** What Kysely's SQLite dialect asks of a driver, on Node's own SQLite. */
class NodeSqlite implements SqliteDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Statement>();

  constructor(path: string, { readOnly = false } = {}) {
    this.#database = new DatabaseSync(path, { timeout: 0, readOnly });
    if (!readOnly) {
      this.#database.exec('pragma journal_mode = wal');
      // Durable it becomes by `SqliteLog`, before anybody is answered.
      this.#database.exec('pragma synchronous = normal');
      this.#database.exec(emptiedByCommit);
      this.#database.exec('pragma foreign_keys = on');
      // What a statement would need to be taken back alone: in files that is more than what it writes itself.
      this.#database.exec('pragma temp_store = memory');
    }
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

class NodeSqliteAdapter extends SqliteAdapter {
  // Kysely says no for every SQLite driver; SQLite itself rolls schema changes back.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  // Who may write when is decided by `SqlitePair`.
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

const inMemory = ':memory:';

class NodeSqliteDriver extends SqliteDriver {
  readonly #reading: SqliteDriver | undefined;
  readonly #log: SqliteLog | undefined;
  #pair: SqlitePair | undefined;

  constructor(path: string, readOnly: boolean) {
    super({ database: new NodeSqlite(path, { readOnly }) });
    if (path === inMemory || readOnly) return;
    this.#reading = new SqliteDriver({ database: new NodeSqlite(path, { readOnly: true }) });
    this.#log = new SqliteLog(path);
  }

  override async init(...options: Parameters<SqliteDriver['init']>): Promise<void> {
    await super.init(...options);
    await this.#reading?.init(...options);
    const [writer, reader] = [await super.acquireConnection(), await this.#reading?.acquireConnection()];
    this.#pair = new SqlitePair(writer, { reader, log: this.#log });
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#pair === undefined) throw new Error('The database is not open.');
    return this.#pair.open();
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    if (connection instanceof SqliteConnection) await connection.release();
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection);
    if (connection instanceof SqliteConnection) connection.undone();
  }

  override async destroy(): Promise<void> {
    await this.#log?.close();
    // The last one to leave clears the write-ahead log away, which the reader may not.
    await this.#reading?.destroy();
    await super.destroy();
  }
}

/**
 * Kysely on `node:sqlite`: WAL, foreign keys enforced. Transactions and whatever writes go one after the other, and are
 * durable when they resolve; what only reads does not wait for them.
 *
 * @param path the database file, or `:memory:`
 * @param readOnly changes nothing, and needs a file that is there
 */
export const createSqliteDialect = (path: string, readOnly = false): Dialect => ({
  createDriver: () => new NodeSqliteDriver(path, readOnly),
  createAdapter: () => new NodeSqliteAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});
