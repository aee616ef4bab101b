import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkDatabase } from '#db/check/check-database.ts';
import type { Db } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { openDatabase } from '#db/open-database.ts';
import { fillTables } from '#testing/fill-tables.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdall-check-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const path = (): string => join(folder, 'holdall.sqlite');
const check = () => checkDatabase({ kind: 'sqlite', path: path() });
const write = async (work: (db: Db) => Promise<unknown>): Promise<void> => {
  const db = openDatabase({ kind: 'sqlite', path: path() });
  await work(db);
  await db.destroy();
};

test('an empty folder is accepted, and stays empty', async () => {
  expect(await check()).toMatchObject({ ok: true, state: 'empty', tls: undefined });
  expect(await readdir(folder)).toEqual([]);
});

test('its own file is recognised, with its content', async () => {
  await write(migrate);
  expect(await check()).toMatchObject({ ok: true, state: 'prepared' });
  await write(fillTables);
  expect(await check()).toMatchObject({ ok: true, state: 'installed' });
});

test('foreign tables are refused by name, and stay', async () => {
  await write((db) => sql`create table users (id integer)`.execute(db));
  const before = await readFile(path());
  expect(await check()).toMatchObject({ fault: 'foreign_tables', tables: ['users'] });
  expect((await readFile(path())).equals(before)).toBe(true);
});

test('a file of another program is refused', async () => {
  await writeFile(path(), 'This is a letter to somebody.');
  expect(await check()).toMatchObject({ fault: 'not_a_database' });
});

test('leftover files of another database are not written into a new one', async () => {
  await writeFile(`${path()}-wal`, 'left');
  expect(await check()).toMatchObject({ fault: 'not_a_database' });
});

test('a read-only folder is reported as such', async () => {
  expect(await checkDatabase({ kind: 'sqlite', path: join(folder, 'nowhere', 'x.sqlite') })).toMatchObject({
    ok: false,
    fault: 'rights',
  });
});
