import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { SqliteAdapter, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';

/** Compiled statements kept ready: preparing one costs more than most point queries. */
const cacheSize = 500;
/** Milliseconds to wait for another process's write lock before the call is answered 503. */
const busyTimeout = 5_000;

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
    this.#database = new DatabaseSync(path, { timeout: busyTimeout });
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

class NodeSqliteDialect extends SqliteDialect {
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
