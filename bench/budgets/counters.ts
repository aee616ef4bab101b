/**
 * Counts the work of a call in this process: statements, rows and steps of SQLite, commits, and calls of the
 * file system. It counts by asynchronous context: unrelated work of the server does not count, nor does that of
 * timers, because the number of calls that one serves depends on the time.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';

/** The counts of one call. */
export interface Counts {
  /** Statements that SQLite was given, `begin` and `commit` among them. */
  statements: number;
  /** Steps of SQLite's own machine: they grow with the rows that are looked at, read or not. */
  steps: number;
  /** Rows that were inserted, changed or deleted, those of triggers and of the search index included. */
  rows: number;
  /** Transactions that wrote something: each has SQLite sync its log. */
  commits: number;
  /** Files and folders that were made durable, SQLite's own not included. */
  syncs: number;
  /** All other calls of the file system, except closing. */
  files: number;
}

/** The status of a statement since the last reset, which Node's types do not have yet. */
interface Counting {
  stat(counter: 'vmStep'): number;
  resetStats(): void;
}

/** A statement as it was sent, for `--show`. */
export interface Sent {
  readonly sql: string;
  readonly steps: number;
  readonly rows: number;
}

const context = new AsyncLocalStorage<Counts | undefined>();
let tell: ((sent: Sent) => void) | undefined;

interface Connection {
  readonly changes: StatementSync;
  /** Rows that were written when the transaction that is open began; undefined outside one. */
  began: number | undefined;
}

const watchDatabase = (): void => {
  const prepare = Object.getOwnPropertyDescriptor(DatabaseSync.prototype, 'prepare')
    ?.value as DatabaseSync['prepare'];
  const stepsOf = (statement: StatementSync): number => (statement as unknown as Counting).stat('vmStep');
  const resetSteps = (statement: StatementSync): void => (statement as unknown as Counting).resetStats();
  const readTotal = Object.getOwnPropertyDescriptor(StatementSync.prototype, 'get')?.value as (
    this: StatementSync,
  ) => Record<string, unknown>;
  const connections = new WeakMap<DatabaseSync, Connection>();
  const owners = new WeakMap<StatementSync, Connection>();
  const connectionOf = (database: DatabaseSync): Connection => {
    const known = connections.get(database);
    if (known !== undefined) return known;
    const made = { changes: prepare.call(database, 'select total_changes() as rows'), began: undefined };
    connections.set(database, made);
    return made;
  };
  const written = ({ changes }: Connection): number => Number(readTotal.call(changes)['rows']);
  DatabaseSync.prototype.prepare = function watched(this: DatabaseSync, ...given) {
    const statement = prepare.call(this, ...given);
    owners.set(statement, connectionOf(this));
    return statement;
  };
  const note = (counts: Counts, statement: StatementSync, before: number): void => {
    const connection = owners.get(statement);
    const steps = stepsOf(statement);
    counts.statements += 1;
    counts.steps += steps;
    if (connection === undefined) return;
    const now = written(connection);
    counts.rows += now - before;
    const { sourceSQL: sql } = statement;
    tell?.({ sql, steps, rows: now - before });
    if (/^\s*begin/i.test(sql)) connection.began = now;
    else if (/^\s*(?:commit|rollback)\s*$/i.test(sql)) {
      if (/commit/i.test(sql) && now > (connection.began ?? now)) counts.commits += 1;
      connection.began = undefined;
    } else if (connection.began === undefined && now > before) counts.commits += 1;
  };
  for (const name of ['run', 'all', 'get'] as const) {
    const original = Object.getOwnPropertyDescriptor(StatementSync.prototype, name)?.value as (
      this: StatementSync,
      ...given: unknown[]
    ) => unknown;
    Object.defineProperty(StatementSync.prototype, name, {
      configurable: true,
      writable: true,
      value: function watched(this: StatementSync, ...given: unknown[]) {
        const counts = context.getStore();
        if (counts === undefined) return original.apply(this, given);
        const connection = owners.get(this);
        const before = connection === undefined ? 0 : written(connection);
        resetSteps(this);
        const answer = original.apply(this, given);
        note(counts, this, before);
        return answer;
      },
    });
  }
};

const syncing = new Set(['sync', 'datasync', 'fsync', 'fdatasync', 'fsyncSync', 'fdatasyncSync']);

/** Has calls of these functions counted. */
const watchCalls = (holder: object, names: readonly string[]): void => {
  for (const name of names) {
    const original = Reflect.get(holder, name) as ((...given: unknown[]) => unknown) | undefined;
    if (original === undefined) throw new Error(`Node has no ${name} any more`);
    const kind = syncing.has(name) ? 'syncs' : 'files';
    const watched = function watched(this: unknown, ...given: unknown[]): unknown {
      const counts = context.getStore();
      if (counts !== undefined) counts[kind] += 1;
      return original.apply(this, given);
    };
    // By its symbols `promisify` knows what some of them answer.
    for (const symbol of Object.getOwnPropertySymbols(original))
      Object.defineProperty(watched, symbol, { value: Reflect.get(original, symbol) });
    Object.defineProperty(holder, name, { configurable: true, writable: true, value: watched });
  }
};

const onHandles = [
  'sync',
  'datasync',
  'read',
  'readv',
  'readFile',
  'write',
  'writev',
  'writeFile',
  'truncate',
];
const onPaths = [
  'open',
  'rename',
  'link',
  'unlink',
  'rm',
  'mkdir',
  'stat',
  'lstat',
  'readdir',
  'opendir',
  'statfs',
];
const whole = ['readFile', 'writeFile'];
const byDescriptor = ['fsync', 'fdatasync', 'read', 'readv', 'write', 'writev'];

const watchFiles = async (): Promise<void> => {
  const handle = await fs.promises.open(import.meta.filename);
  const handles = Object.getPrototypeOf(handle) as object;
  await handle.close();
  watchCalls(handles, [...onHandles, 'stat']);
  watchCalls(fs.promises, [...onPaths, ...whole]);
  watchCalls(fs, [...onPaths, ...whole, ...byDescriptor]);
  watchCalls(
    fs,
    [...onPaths, ...whole, ...byDescriptor].map((name) => `${name}Sync`),
  );
};

/** Work of timers counts for no call: whether it comes during one depends on the machine. */
const watchTimers = (): void => {
  const original = globalThis.setTimeout;
  const outside = (...given: Parameters<typeof setTimeout>) =>
    context.run(undefined, () => original(...given));
  Object.defineProperty(globalThis, 'setTimeout', { value: Object.assign(outside, original) });
};

/** The clock stands still for code that measures the speed of readers or disks. */
const stopTime = (): void => {
  const now = performance.now();
  performance.now = () => now;
};

/**
 * Blob keys determine folders. Here all are in one folder of the first level and in fresh ones below, as on a
 * server that has stored files for some time; otherwise a new folder would be made by chance.
 */
const sameFolders = (): void => {
  const original = crypto.randomBytes;
  let made = 0;
  const sixteen = (size: number): Buffer => {
    const bytes = original(size);
    if (size === 16) {
      made += 1;
      bytes[0] = 0xaa;
      bytes[1] = made & 0xff;
    }
    return bytes;
  };
  Object.defineProperty(crypto, 'randomBytes', { value: sixteen });
};

/** Begins to watch; before any module of the server is loaded. */
export const watch = async (): Promise<void> => {
  watchDatabase();
  await watchFiles();
  watchTimers();
  stopTime();
  sameFolders();
  syncBuiltinESMExports();
};

/** Turns of the loop without any work of the file system after which a call has come to its end. */
const quietTurns = 5;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const ofFiles = /^(?:FSReq|ZLIB|DIRHANDLE)/;

/** Waits until nothing is under way that goes on by itself, without a timer. */
export const quiet = async (): Promise<void> => {
  for (let turns = 0; turns < quietTurns; turns += 1) {
    await turn();
    if (process.getActiveResourcesInfo().some((kind) => ofFiles.test(kind))) turns = -1;
  }
};

/** Runs a call, and what goes on after its answer. @returns what it answered, and what was counted */
export const counted = async <T>(work: () => Promise<T>): Promise<{ answer: T; counts: Counts }> => {
  const counts = { statements: 0, steps: 0, rows: 0, commits: 0, syncs: 0, files: 0 };
  const answer = await context.run(counts, work);
  await quiet();
  return { answer, counts };
};

/** The statements of a call, and of what goes on after its answer. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<Sent[]> => {
  const sent: Sent[] = [];
  tell = (statement) => sent.push(statement);
  try {
    await counted(work);
  } finally {
    tell = undefined;
  }
  return sent;
};
