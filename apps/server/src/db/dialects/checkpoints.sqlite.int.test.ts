import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '#db/database.ts';
import { openDatabase } from '#db/open-database.ts';
import { eventually } from '#testing/eventually.ts';

let folder: string;
let path: string;
let db: Db;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdall-checkpoints-'));
  path = join(folder, 'kept.sqlite');
  db = openDatabase({ kind: 'sqlite', path });
  await sql`create table t (x blob)`.execute(db);
});
afterEach(async () => {
  await db.destroy();
  await rm(folder, { recursive: true });
});

const write = async (times: number): Promise<void> => {
  for (let time = 0; time < times; time += 1) await sql`insert into t values (randomblob(20000))`.execute(db);
};

/** In place of the thread's work. */
function end(this: Worker): void {
  void this.terminate();
}

/** Counts the restarts of the log by its header (offset 12, https://www.sqlite.org/fileformat.html). */
const beginnings = async (): Promise<number> => (await readFile(`${path}-wal`)).readUInt32BE(12);

test('checkpoints run beside the work, and the log restarts', async () => {
  const before = await beginnings();
  await write(100);
  await eventually(async () => {
    await write(1);
    expect(await beginnings()).toBeGreaterThan(before);
  });
  expect((await sql`select x from t`.execute(db)).rows.length).toBeGreaterThan(100);
});

test('a commit that changes very many rows has the log emptied after it, not within', async () => {
  await sql`insert into t with recursive n (i) as (select 1 union all select i + 1 from n where i < 12000)
    select randomblob(10) from n`.execute(db);
  await eventually(async () => expect((await stat(path)).size).toBeGreaterThan(12_000 * 10));
  const emptied = vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(end);
  const before = (await stat(path)).size;
  await db.transaction().execute((trx) => sql`update t set x = randomblob(4000)`.execute(trx));
  expect(emptied).toHaveBeenCalledTimes(1);
  expect((await stat(path)).size).toBe(before);
  emptied.mockRestore();
});

test('closing waits for the work in progress, and leaves one complete file', async () => {
  await write(101);
  await db.destroy();
  await expect(stat(`${path}-wal`)).rejects.toThrow('ENOENT');
  const file = new DatabaseSync(path, { readOnly: true });
  expect(file.prepare('select count(*) as n from t').get()).toMatchObject({ n: 101 });
  file.close();
  db = openDatabase({ kind: 'sqlite', path });
});

test('a thread that dies costs only its checkpoints', async () => {
  const died = vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(end);
  await write(100);
  await eventually(() => expect(died).toHaveBeenCalledTimes(1));
  const start = (await stat(path)).size;
  // A new thread gets the next checkpoint once the end of the first one is known, which may take any number of
  // writes.
  await eventually(async () => {
    await write(10);
    expect((await stat(path)).size).toBeGreaterThan(start);
  });
  died.mockRestore();
});

test('a checkpoint leaves no memory behind in the thread', async () => {
  const told = vi.spyOn(Worker.prototype, 'postMessage');
  for (let emptying = 1; emptying <= 3; emptying += 1) {
    await write(100);
    await eventually(async () => {
      await write(1);
      expect(told.mock.calls.length).toBeGreaterThanOrEqual(emptying);
    });
  }
  const [thread, ...others] = new Set(told.mock.contexts as Worker[]);
  told.mockRestore();
  expect(others).toEqual([]);
  await eventually(() => expect(thread?.listenerCount('exit')).toBe(1));
});

test('a long log is emptied by its writer, where the thread does not keep up', async () => {
  const asked = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(end);
  await sql`insert into t values (randomblob(40000000))`.execute(db);
  expect((await stat(path)).size).toBeGreaterThan(40_000_000);
  const before = await beginnings();
  await write(1);
  expect(await beginnings()).toBeGreaterThan(before);
  asked.mockRestore();
});
