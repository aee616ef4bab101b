import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyDatabase, type CopyReport } from '#db/copy/copy-database.ts';
import { dropCopy } from '#db/copy/drop-copy.ts';
import {
  copyStateOf,
  readRestoreMarker,
  writeRestoreMarker,
  createMarker,
  completeCopy,
} from '#db/copy/marker.ts';
import { DifferenceError } from '#db/copy/verify.ts';
import type { Db } from '#db/database.ts';
import { createPostgresClient } from '#db/dialects/postgres.ts';
import { nextItemNumber } from '#db/item-numbers.ts';
import { migrate } from '#db/migrate.ts';
import { openDatabase } from '#db/open-database.ts';
import { introspectSchema } from '#db/schema-introspection.ts';
import { dumpTables, fillTables } from '#testing/fill-tables.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';

let folder: string;
let target: TestDatabase;
let source: Db;
const opened: Db[] = [];

const openFile = (name: string, readOnly = false): Db => {
  const db = openDatabase({ kind: 'sqlite', path: join(folder, name), readOnly });
  opened.push(db);
  return db;
};

/** Closes what writes into the source, and opens it as `holdall migrate` does. */
const readingSource = (): Db => openFile('source.sqlite', true);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdall-copy-'));
  target = await createTestDatabase();
  source = openFile('source.sqlite');
  await migrate(source);
  await fillTables(source);
});
afterEach(async () => {
  for (const db of opened.splice(0)) await db.destroy();
  await target.drop();
  await rm(folder, { recursive: true, force: true });
});

const copy = (from: Db, to: Db, onRows: (table: string) => void = () => undefined): Promise<CopyReport> =>
  copyDatabase({
    source: from,
    target: to,
    sourceName: 'here',
    batch: 2,
    onProgress: ({ phase, table }) => {
      if (phase === 'copying') onRows(table);
    },
  });

const constraintsOf = async (db: Db): Promise<unknown[]> =>
  (
    await sql`select conname, pg_get_constraintdef(oid) as definition from pg_constraint
      where connamespace = current_schema()::regnamespace order by 1`.execute(db)
  ).rows;

test('a copy there and back loses nothing, and no table is empty', async () => {
  const before = await dumpTables(source);
  for (const [name, rows] of Object.entries(before)) expect([name, rows.length]).not.toEqual([name, 0]);

  const there = await copy(readingSource(), target.db);
  expect(there.resumed).toBe(false);
  expect(there.tables.map(({ name }) => name)).toEqual(
    (await introspectSchema()).tables.map(({ name }) => name),
  );
  expect(await dumpTables(target.db)).toEqual(before);
  await completeCopy(target.db);
  expect(await migrate(target.db)).toEqual([]);

  const back = openFile('back.sqlite');
  const again = await copy(target.db, back);
  expect(again.tables).toEqual(there.tables);
  expect(await dumpTables(back)).toEqual(before);
  expect(await dumpTables(source)).toEqual(before);
});

const prefixOf = ({ choice }: TestDatabase): string =>
  choice.kind === 'postgres' ? `${choice.schema}.` : '';

test('the resulting schema is that of the migrations', async () => {
  const pristine = await createTestDatabase();
  await migrate(pristine.db);
  await copy(readingSource(), target.db);
  await completeCopy(target.db);
  const expected = JSON.stringify(await constraintsOf(pristine.db)).replaceAll(prefixOf(pristine), '');
  expect(JSON.stringify(await constraintsOf(target.db)).replaceAll(prefixOf(target), '')).toBe(expected);
  await pristine.drop();
});

test('search finds rows that were copied into SQLite', async () => {
  await copy(readingSource(), target.db);
  await completeCopy(target.db);
  const back = openFile('back.sqlite');
  await copy(target.db, back);
  const { rows } = await sql`select rowid from search_index where search_index match '"let"'`.execute(back);
  expect(rows).toHaveLength(3);
});

test('numbers of items continue in a copy, also behind those of items that are gone', async () => {
  await sql`delete from item_versions`.execute(source);
  await sql`delete from items where number = 7`.execute(source);
  await copy(readingSource(), target.db);
  await completeCopy(target.db);
  const back = openFile('back.sqlite');
  await copy(target.db, back);
  for (const db of [target.db, back]) {
    const { rows } = await sql<{ number: number }>`
      insert into items (id, number, owner_id, type, name, sort_key, created_at, modified_at)
      values ('new', ${nextItemNumber(db)}, 'users.id.0', 'folder', 'new', 'new', 1, 1) returning number`.execute(
      db,
    );
    expect(rows).toEqual([{ number: 8 }]);
  }
});

test.each(['postgres', 'sqlite'])('dangling references are refused again in %s', async (kind) => {
  await copy(readingSource(), target.db);
  await completeCopy(target.db);
  const back = openFile('back.sqlite');
  await copy(target.db, back);
  const orphan = sql`update items set parent_id = 'nowhere' where id = 'items.id.2'`;
  await expect(orphan.execute(kind === 'postgres' ? target.db : back)).rejects.toThrow(/foreign key/i);
});

test('an interrupted copy continues behind the last batch', async () => {
  const seen: string[] = [];
  const stops: (string | undefined)[][] = [];
  let allowed = 0;
  const inGoes = async (): Promise<CopyReport> => {
    allowed += 5;
    let batches = 0;
    try {
      return await copy(readingSource(), target.db, (table) => {
        seen.push(table);
        batches += 1;
        if (batches === allowed) throw new Error('stopped');
      });
    } catch (error) {
      const refusal: unknown = await completeCopy(target.db).catch((reason: unknown) => reason);
      stops.push([String(error), await copyStateOf(target.db), String(refusal)]);
      return inGoes();
    }
  };
  expect(await inGoes()).toMatchObject({ resumed: true });
  expect(stops.length).toBeGreaterThan(2);
  for (const [error, state, refusal] of stops) {
    expect([error, state]).toEqual(['Error: stopped', 'copying']);
    expect(refusal).toMatch(/has not ended/);
  }
  const copied = await dumpTables(target.db);
  expect(copied).toEqual(await dumpTables(source));
  // Two rows at a time, and no batch twice.
  for (const [name, rows] of Object.entries(copied))
    expect([name, seen.filter((table) => table === name).length]).toEqual([
      name,
      Math.floor(rows.length / 2) + 1,
    ]);
});

test('a source that has changed meanwhile is noticed, and copied again on request', async () => {
  await copy(readingSource(), target.db, (table) => {
    if (table === 'items') throw new Error('stopped');
  }).catch(() => undefined);
  await sql`update users set color = 'changed' where id = 'users.id.1'`.execute(source);
  await expect(copy(readingSource(), target.db)).rejects.toThrow(
    /not the same on both sides: users users\.id\.1/,
  );
  expect(await copyStateOf(target.db)).toBe('copying');
  expect(await dropCopy(target.db)).toBe(true);
  expect(await copy(readingSource(), target.db)).toMatchObject({ resumed: false });
  expect(await dumpTables(target.db)).toEqual(await dumpTables(source));
});

test('an unfinished copy of another source is not continued', async () => {
  await copy(readingSource(), target.db, () => {
    throw new Error('stopped');
  }).catch(() => undefined);
  await expect(
    copyDatabase({ source: readingSource(), target: target.db, sourceName: 'elsewhere' }),
  ).rejects.toThrow(/--restart/);
});

test('the target of a restore is neither copied into nor dropped', async () => {
  await writeRestoreMarker(target.db, 'a mark');
  await migrate(target.db);
  expect(await dropCopy(target.db)).toBe(false);
  expect(await readRestoreMarker(target.db)).toBe('a mark');
  await expect(copy(readingSource(), target.db)).rejects.toThrow(/A backup is being restored/);
});

test('existing rows are neither overwritten nor removed', async () => {
  await migrate(target.db);
  await sql`insert into settings (name, value, updated_at) values ('title', '"Mine"', 1)`.execute(target.db);
  await expect(copy(readingSource(), target.db)).rejects.toThrow(/rows in settings/);
  expect((await sql`select name from settings`.execute(target.db)).rows).toHaveLength(1);
  expect(await dropCopy(target.db)).toBe(false);
});

test('a database is not copied into itself, nor twice at once', async () => {
  await migrate(target.db);
  await fillTables(target.db);
  await expect(copy(target.db, target.db)).rejects.toThrow(/in use/);
});

test('a source of another version is refused', async () => {
  await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(
    source,
  );
  await expect(copy(readingSource(), target.db)).rejects.toThrow(/not of this version/);
  expect(await copyStateOf(target.db)).toBeUndefined();
});

test('PostgreSQL refuses writes while it is copied', async () => {
  await copy(readingSource(), target.db);
  await completeCopy(target.db);
  let refusal: unknown;
  await copyDatabase({
    source: target.db,
    target: openFile('back.sqlite'),
    sourceName: 'there',
    onProgress: ({ phase, table }) => {
      if (phase !== 'copying' || table !== 'items') return;
      refusal = target.db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = '1ms'`.execute(trx);
        await sql`update users set color = 'x'`.execute(trx);
      });
      (refusal as Promise<unknown>).catch(() => undefined);
    },
  });
  await expect(refusal).rejects.toThrow(/lock timeout/);
});

/** Copies out of PostgreSQL, and has something done as soon as the rows of a table are copied. */
const copiedOut = (meanwhile: () => void, at = 'items'): Promise<CopyReport> =>
  copyDatabase({
    source: target.db,
    target: openFile('back.sqlite'),
    sourceName: 'there',
    switchOver: () => expect.unreachable('it was taken into use'),
    onProgress: ({ phase, table }) => {
      if (phase === 'copying' && table === at) meanwhile();
    },
  });

test('a source is not abandoned for its copy while a writer waits for one of its tables', async () => {
  await copy(readingSource(), target.db);
  await completeCopy(target.db);
  let waiting: Promise<unknown> = Promise.resolve();
  await expect(
    copiedOut(() => {
      waiting = sql`update users set color = 'x'`.execute(target.db);
    }),
  ).rejects.toThrow(/has begun to use/);
  await waiting;
});

test('a source that a server has begun to use meanwhile is not abandoned for its copy', async () => {
  await copy(readingSource(), target.db);
  await completeCopy(target.db);
  if (target.choice.kind !== 'postgres') throw new Error('The target is a database of PostgreSQL.');
  const server = createPostgresClient(target.choice);
  let connected: Promise<unknown> = Promise.resolve();
  await expect(
    // Connecting takes some time, and has to be over when the copy ends.
    copiedOut(() => {
      connected = server.connect();
    }, 'users'),
  ).rejects.toThrow(/server is running/);
  await connected;
  await server.end();
});

test('counters are copied unchanged, also wrong ones', async () => {
  await sql`delete from item_totals`.execute(source);
  await copy(readingSource(), target.db);
  expect(await dumpTables(target.db)).toEqual(await dumpTables(source));
});

test('a copy whose rows contradict earlier ones cannot continue', async () => {
  await copy(readingSource(), target.db, (table) => {
    if (table === 'users') throw new Error('stopped');
  }).catch(() => undefined);
  await sql`pragma foreign_keys = off`.execute(source);
  await sql`update sessions set user_id = 'a user who came later'`.execute(source);
  await expect(copy(readingSource(), target.db)).rejects.toThrow(/sessions does not fit/);
  await expect(copy(readingSource(), target.db)).rejects.toBeInstanceOf(DifferenceError);
});

test('the source file stays unchanged', async () => {
  await source.destroy();
  opened.splice(opened.indexOf(source), 1);
  const path = join(folder, 'source.sqlite');
  const before = await readFile(path);
  await copy(readingSource(), target.db);
  expect((await readFile(path)).equals(before)).toBe(true);
});

test('a running copy is neither dropped nor overwritten; a killed one is', async () => {
  const refusals: unknown[] = [];
  let first = true;
  let pending: Promise<unknown> = Promise.resolve();
  await copy(readingSource(), target.db, () => {
    if (!first) return;
    first = false;
    pending = dropCopy(target.db).catch((error: unknown) => refusals.push(String(error)));
  });
  await pending;
  expect(refusals).toEqual([expect.stringContaining('another copy into it is running')]);
  expect(await dumpTables(target.db)).toEqual(await dumpTables(source));
  // The lock is free, however the last copy ended.
  expect(await dropCopy(target.db)).toBe(true);
});

test('the target is marked before it has tables: no server starts on it, and a copy that was killed then continues', async () => {
  await createMarker(target.db, 'here');
  await expect(completeCopy(target.db)).rejects.toThrow(/has not ended/);
  expect(await copy(readingSource(), target.db)).toMatchObject({ resumed: true });
  expect(await dumpTables(target.db)).toEqual(await dumpTables(source));
});
