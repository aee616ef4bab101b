import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '#db/database.ts';
import { SyncFailedError } from '#db/errors.ts';
import { inUnsyncedTransaction } from '#db/in-unsynced-transaction.ts';
import { openDatabase } from '#db/open-database.ts';
import { syncFailureOf } from '#db/sync-failure.ts';

let folder: string;
let db: Db;
/** One that is called for each sync of the log, and resolves when the disk is through with it. */
let syncing: ReturnType<typeof vi.fn<() => Promise<void>>>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdall-durable-'));
  db = openDatabase({ kind: 'sqlite', path: join(folder, 'durable.sqlite') });
  await sql`create table t (x integer)`.execute(db);
  syncing = vi.fn<() => Promise<void>>(async () => undefined);
  const file = await open(folder);
  const handles = Object.getPrototypeOf(file) as FileHandle;
  await file.close();
  vi.spyOn(handles, 'datasync').mockImplementation(syncing);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await db.destroy();
  await rm(folder, { recursive: true });
});

const insert = (on: Db = db) => sql`insert into t values (1)`.execute(on);
const count = async (): Promise<number> => (await sql`select x from t`.execute(db)).rows.length;
/** Lets all that is under way come as far as it can. */
const turn = () => new Promise((resolve) => void setImmediate(resolve));

test('a write resolves when the disk has it, and delays no other until then', async () => {
  const disk = Promise.withResolvers<void>();
  syncing.mockReturnValueOnce(disk.promise);
  const order: string[] = [];
  const written = [
    db
      .transaction()
      .execute(insert)
      .then(() => order.push('transaction')),
    insert().then(() => order.push('statement')),
  ];
  await turn();
  await turn();
  // The second one is committed as well although the disk is not through with the first.
  expect([order, await count()]).toEqual([[], 2]);
  order.push('disk');
  disk.resolve();
  await Promise.all(written);
  expect(order).toEqual(['disk', 'transaction', 'statement']);
});

test('writes that come while the disk is busy share the next sync', async () => {
  const disk = Promise.withResolvers<void>();
  syncing.mockReturnValueOnce(disk.promise);
  const first = insert();
  await turn();
  const others = Array.from({ length: 20 }, () => db.transaction().execute(insert));
  for (let turns = 0; turns < 50; turns += 1) await turn();
  expect([syncing.mock.calls.length, await count()]).toEqual([1, 21]);
  disk.resolve();
  await Promise.all([first, ...others]);
  expect(syncing).toHaveBeenCalledTimes(2);
});

test('after a failed sync no writes are accepted, and unconfirmed ones are gone', async () => {
  await insert();
  const disk = Promise.withResolvers<void>();
  syncing.mockReturnValueOnce(disk.promise);
  const writes = [insert(), insert()].map((write) => write.catch((error: unknown) => error));
  await turn();
  const cause = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
  disk.reject(cause);
  const failures = await Promise.all(writes);
  expect(failures).toEqual([new SyncFailedError(cause), new SyncFailedError(cause)]);
  expect(syncFailureOf(db)).toBe(failures[0]);
  await expect(db.transaction().execute(insert)).rejects.toBe(failures[0]);
  await expect(inUnsyncedTransaction(db, insert)).rejects.toBe(failures[0]);
  // The second sync is that of the truncated log; there is none after it.
  expect(syncing).toHaveBeenCalledTimes(3);
  // Reads go on, in transactions as well.
  const { rows } = await db.transaction().execute((trx) => sql`select x from t`.execute(trx));
  expect([rows.length, await count()]).toEqual([1, 1]);
});

test('a transaction that is open during a failed sync is rolled back', async () => {
  const disk = Promise.withResolvers<void>();
  syncing.mockReturnValueOnce(disk.promise);
  const write = insert().catch((error: unknown) => error);
  await turn();
  const entered = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const transaction = db.transaction().execute(async (trx) => {
    await insert(trx);
    entered.resolve();
    await goOn.promise;
  });
  const outcome = transaction.catch((error: unknown) => error);
  await entered.promise;
  const cause = new Error('EIO');
  disk.reject(cause);
  await turn();
  goOn.resolve();
  expect(await Promise.all([outcome, write])).toEqual([
    new SyncFailedError(cause),
    new SyncFailedError(cause),
  ]);
  expect(await count()).toBe(0);
});

test('a commit of another process survives a failed sync, with all before it', async () => {
  await insert();
  const disk = Promise.withResolvers<void>();
  syncing.mockReturnValueOnce(disk.promise);
  const write = insert();
  await turn();
  const other = new DatabaseSync(join(folder, 'durable.sqlite'));
  other.exec('insert into t values (2)');
  other.close();
  disk.reject(new Error('EIO'));
  await write;
  expect((await sql`select x from t`.execute(db)).rows).toEqual([{ x: 1 }, { x: 1 }, { x: 2 }]);
  expect(syncFailureOf(db)).toBeDefined();
});

test('transactions that have written nothing, or nothing durable, do not wait', async () => {
  await db.transaction().execute((trx) => sql`select x from t`.execute(trx));
  const undone = db.transaction().execute(async (trx) => {
    await insert(trx);
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  await inUnsyncedTransaction(db, insert);
  await sql`update t set x = 2 where x = 3`.execute(db);
  await sql`delete from t where x = 3 returning x`.execute(db);
  await sql`with recursive n (x) as (select 1 union all select x + 1 from n where x < 3) select x from n`.execute(
    db,
  );
  expect(syncing).not.toHaveBeenCalled();
  await db.transaction().execute(insert);
  expect([syncing.mock.calls.length, await count()]).toEqual([1, 2]);
  // Statements that change the schema report no number of changed rows.
  await sql`create table other (x integer)`.execute(db);
  await sql`with n (x) as (select 1) insert into other select x from n`.execute(db);
  await sql`delete from t where x = 1 returning x`.execute(db);
  expect(syncing).toHaveBeenCalledTimes(4);
});

test('SQLite itself syncs the log before a checkpoint', async () => {
  const { rows } = await db.connection().execute(async (connection) => {
    await insert(connection);
    return sql<{ synchronous: number }>`pragma synchronous`.execute(connection);
  });
  expect(rows).toEqual([{ synchronous: 1 }]);
});
