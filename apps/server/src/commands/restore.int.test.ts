import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { VersionList } from '@holdall/contract/versions';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { lockFolder } from '#adapters/disk/folder-lock.ts';
import { createAesSealer } from '#adapters/sealer-aes.ts';
import { openSecretKey } from '#adapters/disk/secret-key.ts';
import { writeDatabaseFile } from '#config/database-file.ts';
import { writeRestoreMarker } from '#db/copy/marker.ts';
import { nextItemNumber } from '#db/item-numbers.ts';
import { migrate } from '#db/migrate.ts';
import { describePostgresUrl } from '#lib/postgres-url.ts';
import { createTestApp, type TestApp, testEmail } from '#testing/create-test-app.ts';
import { openTestDatabase, testDialect } from '#testing/test-database.ts';
import { createTreeClient } from '#testing/tree-client.ts';
import {
  answerOf,
  blobFiles,
  commandIn,
  examine,
  nothingWrong,
  type Place,
  useMaintenance,
} from '#testing/maintenance-commands.ts';
import { largeContent } from '#testing/large-content.ts';

// Several processes start one after the other.
vi.setConfig({ testTimeout: 240_000 });

const { newPlace, pathOf, serve, spawn } = useMaintenance();

/** A backup of an installation, in which every second file is too large for the database. @returns its folder */
const backedUp = async (files: number, before?: (server: TestApp) => Promise<void>): Promise<string> => {
  const server = await createTestApp();
  const root = pathOf('backups');
  try {
    const client = await createTreeClient(server, testEmail);
    for (let index = 0; index < files; index += 1)
      await client.upload(
        `file ${index}`,
        index % 2 === 0 ? `bytes ${index}` : largeContent(`bytes ${index}`),
      );
    await before?.(server);
    expect((await answerOf(server, 'backup', root, '--copy')).code).toBe(0);
  } finally {
    await server.close();
  }
  return root;
};

test('new items of a restored installation get none of the numbers that may have been given since', async () => {
  const root = await backedUp(1);
  const place = await newPlace('place');
  expect((await commandIn(place, 'restore', root)).code).toBe(0);
  const inside = openInside(place);
  const { rows } = await sql<{ next: number }>`select ${nextItemNumber(inside.db)} as next`.execute(
    inside.db,
  );
  expect(rows[0]?.next).toBeGreaterThan(1e15);
  await inside.db.destroy();
});

test('nothing is restored over an installation, or where a server runs', async () => {
  const root = await backedUp(1);
  const place = await newPlace('place');
  await mkdir(place.dataDir, { mode: 0o700 });
  const release = lockFolder(join(place.dataDir, 'serve.lock'));
  const used = await commandIn(place, 'restore', root);
  expect(used).toMatchObject({ code: 1 });
  expect(used.output).toContain('is serving');
  release?.();
  expect((await commandIn(place, 'restore', root)).code).toBe(0);
  expect(await answerOf(place, 'restore', root)).toMatchObject({
    code: 1,
    value: { error: { code: 'refused' } },
  });
  const full = await commandIn(place, 'restore', root);
  expect(full.code).toBe(1);
  expect(full.output).toMatch(/holds (an installation|tables) already/);
  const none = await commandIn(await newPlace('third'), 'restore', pathOf('nowhere'));
  expect(none.code).toBe(1);
  expect(none.output).toContain('There is no folder');
  const nope = await commandIn(await newPlace('fourth'), 'restore', root, '--backup', 'nope');
  expect(nope).toEqual({
    code: 1,
    output: `There is no backup nope in ${root}; holdall backup --list ${root} shows which there are.\n`,
  });
});

test('earlier contents of files are in a backup, and are read after a restore', async () => {
  let file = '';
  const root = await backedUp(1, async (server) => {
    const client = await createTreeClient(server, testEmail);
    file = (await client.overwrite('file 0', 'newer bytes')).id;
  });
  const place = await newPlace('place');
  expect((await answerOf(place, 'restore', root)).code).toBe(0);
  expect(await examine(place, '--read-data-subset', '100%')).toEqual(nothingWrong);
  const { origin, cookie, download } = await serve(place);
  const get = (path: string) => fetch(`${origin}/api/items/${file}/versions${path}`, { headers: { cookie } });
  const { data } = (await (await get('')).json()) as VersionList;
  const texts = await Promise.all(data.map(async ({ id }) => (await get(`/${id}/content`)).text()));
  expect([texts, String(await download(file))]).toEqual([['bytes 0'], 'newer bytes']);
});

const placeName = ({ database: { choice } }: Place): string =>
  choice.kind === 'sqlite' ? 'SQLite' : describePostgresUrl(choice.url);
/** The record that a restore writes when it begins. */
const begun = async (place: Place, name: string, mark: string): Promise<string> =>
  JSON.stringify({ name, database: placeName(place), mark });

/** The database that commands use in a place. */
const openInside = ({ dataDir, database }: Place) =>
  openTestDatabase(
    database.choice.kind === 'sqlite'
      ? { kind: 'sqlite', path: join(dataDir, 'holdall.sqlite') }
      : database.choice,
  );

const dropRows = async ({ dataDir, database }: Place): Promise<void> => {
  if (database.choice.kind === 'sqlite') {
    for (const suffix of ['', '-wal', '-shm'])
      await rm(join(dataDir, `holdall.sqlite${suffix}`), { force: true });
    return;
  }
  const schema = sql.id(database.choice.schema ?? '');
  await sql`drop schema ${schema} cascade`.execute(database.db);
  await sql`create schema ${schema}`.execute(database.db);
};

const tablesOf = async ({ database }: Place): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_tables where schemaname = current_schema()`.execute(database.db);
  return Number(rows[0]?.count);
};
const countBlobs = async ({ dataDir }: Place): Promise<number> =>
  existsSync(join(dataDir, 'blobs')) ? (await blobFiles(dataDir)).length : 0;

/** The observable steps of a restore, in order. */
const steps: readonly ((place: Place) => boolean | Promise<boolean>)[] = [
  ({ dataDir }) => existsSync(join(dataDir, 'restoring.json')),
  async (place) => (await countBlobs(place)) > 5,
  async (place) =>
    testDialect() === 'sqlite'
      ? existsSync(join(place.dataDir, 'holdall.sqlite.restoring'))
      : (await tablesOf(place)) > 1,
];

test('a restore that was killed at any step continues, and nothing is served before', async () => {
  const root = await backedUp(80);
  const place = await newPlace('half');
  let killed = 0;
  for (const isSeen of steps) {
    const restoring = spawn(place, 'restore', root);
    const state = { ended: false };
    void restoring.finished.then(() => {
      state.ended = true;
    });
    await vi.waitUntil(async () => state.ended || (await isSeen(place)), { interval: 5, timeout: 200_000 });
    restoring.process.kill('SIGKILL');
    if ((await restoring.finished).code === null) killed += 1;
    if (!existsSync(join(place.dataDir, 'restoring.json'))) break;
    const early = await commandIn(place, 'serve');
    expect(early.code).toBe(1);
    expect(early.output).toContain('has not ended');
    expect((await commandIn(place, 'doctor')).output).toContain('has not ended');
  }
  expect(killed).toBeGreaterThan(1);
  // The last of them may have come too late to stop anything.
  if (existsSync(join(place.dataDir, 'restoring.json'))) await answerOf(place, 'restore', root);
  expect(await examine(place, '--read-data-subset', '100%')).toEqual(nothingWrong);
  expect((await readdir(place.dataDir)).filter((name) => name.includes('restoring'))).toEqual([]);
  expect(await countBlobs(place)).toBe(40);
});

test('another backup is not restored into a half-restored installation', async () => {
  const root = await backedUp(1);
  const place = await newPlace('half');
  await mkdir(place.dataDir, { mode: 0o700 });
  await writeFile(join(place.dataDir, 'restoring.json'), await begun(place, 'another', 'a mark'));
  const refused = await commandIn(place, 'restore', root);
  expect(refused.code).toBe(1);
  expect(refused.output).toContain('The restore of another');
  await writeFile(join(place.dataDir, 'restoring.json'), '{');
  expect((await commandIn(place, 'restore', root)).output).toContain('cannot be read');
});

test('a continued restore leaves a database alone that another program has filled meanwhile', async () => {
  const root = await backedUp(1);
  const place = await newPlace('taken');
  await mkdir(place.dataDir, { mode: 0o700 });
  const [name = ''] = await readdir(join(root, 'snapshots'));
  await writeFile(join(place.dataDir, 'restoring.json'), await begun(place, name, 'a mark'));
  const { db, choice } = openInside(place);
  await migrate(db);
  await sql`insert into settings (name, value, updated_at) values ('title', '"Mine"', 1)`.execute(db);
  const refused = await commandIn(place, 'restore', root);
  expect([refused.code, refused.output]).toEqual([
    1,
    expect.stringMatching(/holds (an installation|tables)/),
  ]);
  const { rows } = await sql`select value from settings where name = 'title'`.execute(db);
  expect([choice.kind, rows]).toEqual([testDialect(), [{ value: '"Mine"' }]]);
  await db.destroy();
});

test('a continued restore uses the same target', async () => {
  const root = await backedUp(1);
  const place = await newPlace('elsewhere');
  await mkdir(place.dataDir, { mode: 0o700 });
  const [name = ''] = await readdir(join(root, 'snapshots'));
  const begunThere = { name, database: 'holdall@db.example.com:5432/holdall', mark: 'a mark' };
  await writeFile(join(place.dataDir, 'restoring.json'), JSON.stringify(begunThere));
  const refused = await commandIn(place, 'restore', root);
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('it goes to holdall@db')]);
});

test('existing blobs are compared, and taken from the backup where they differ', async () => {
  const root = await backedUp(6);
  const place = await newPlace('altered');
  expect((await commandIn(place, 'restore', root)).code).toBe(0);
  const [first = '', second = ''] = await blobFiles(place.dataDir);
  await writeFile(first, largeContent('BYTES 0'));
  const kept = (await stat(second)).mtimeMs;
  // The files stay, as in a bucket, and the database is gone.
  await dropRows(place);
  expect((await commandIn(place, 'restore', root)).code).toBe(0);
  expect(await examine(place, '--read-data-subset', '100%')).toEqual(nothingWrong);
  expect((await stat(second)).mtimeMs).toBe(kept);
});

test('the unfinished file of a killed restore is no obstacle, and is removed', async () => {
  const root = await backedUp(1);
  const place = await newPlace('half');
  await mkdir(place.dataDir, { mode: 0o700 });
  for (const name of ['restoring.json', 'secret.key'])
    await writeFile(join(place.dataDir, `${name}.${'ab'.repeat(8)}`), '{');
  await mkdir(join(place.dataDir, 'blobs'), { mode: 0o700 });
  await writeFile(join(place.dataDir, 'blobs', `holdall-installation.${'ab'.repeat(8)}`), '{');
  expect((await commandIn(place, 'restore', root)).code).toBe(0);
  const left = await readdir(place.dataDir, { recursive: true });
  expect(left.filter((name) => name.includes('abab'))).toEqual([]);
});

test('nothing is restored beside leftover files of another database', async () => {
  const root = await backedUp(0);
  const place = await newPlace('beside');
  await mkdir(place.dataDir, { mode: 0o700 });
  const path = join(place.dataDir, 'holdall.sqlite-wal');
  await writeFile(path, 'pages of another one');
  const refused = await commandIn(place, 'restore', root);
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('is left of another database')]);
  expect(existsSync(join(place.dataDir, 'holdall.sqlite'))).toBe(false);
});

test('the secret key is restored, and a foreign one is refused', async () => {
  const root = await backedUp(1);
  const foreign = await newPlace('foreign', { HOLDALL_SECRET_KEY: randomBytes(32).toString('hex') });
  const refused = await commandIn(foreign, 'restore', root);
  expect(refused.code).toBe(1);
  expect(refused.output).toContain('another secret key');
  expect((await commandIn(foreign, 'restore', root, '--other-key')).code).toBe(0);

  const own = await newPlace('own');
  expect((await commandIn(own, 'restore', root)).code).toBe(0);
  const [snapshot = ''] = await readdir(join(root, 'snapshots'));
  expect(await readFile(join(own.dataDir, 'secret.key'), 'utf8')).toBe(
    await readFile(join(root, 'snapshots', snapshot, 'secret.key'), 'utf8'),
  );
});

/** A place whose environment names no database, and its address. */
const unnamed = async (name: string): Promise<{ place: Place; address: string }> => {
  const place = await newPlace(name);
  const { choice } = place.database;
  if (choice.kind === 'sqlite') return { place, address: 'sqlite' };
  const url = new URL(choice.url);
  url.searchParams.set('options', `-c search_path=${choice.schema}`);
  return { place: { ...place, env: { HOLDALL_DATABASE_URL: '' } }, address: url.href };
};

test('the database of --to is used, and stored under the restored key', async () => {
  const root = await backedUp(2);
  const { place, address } = await unnamed('named');
  expect((await commandIn(place, 'restore', root, '--to', address)).code).toBe(0);
  expect(JSON.parse(await readFile(join(place.dataDir, 'database.json'), 'utf8'))).toMatchObject({
    kind: testDialect(),
  });
  // It is found again without being named.
  expect(await examine(place, '--read-data-subset', '100%')).toEqual(nothingWrong);
});

test('the database that was chosen before is used, even after a kill between its address and its key', async () => {
  const root = await backedUp(2);
  const { place, address } = await unnamed('chosen');
  await mkdir(place.dataDir, { mode: 0o700 });
  const key = openSecretKey(join(place.dataDir, 'secret.key'));
  const chosen =
    address === 'sqlite'
      ? ({ kind: 'sqlite' } as const)
      : ({ kind: 'postgres', url: address, tls: undefined, ca: undefined } as const);
  writeDatabaseFile(place.dataDir, chosen, createAesSealer(key));
  expect((await commandIn(place, 'restore', root)).code).toBe(0);
  expect(await examine(place)).toEqual(nothingWrong);

  // The state in which the address was sealed again, and the key was not yet in place.
  const [name = ''] = await readdir(join(root, 'snapshots'));
  await rm(join(place.dataDir, 'secret.key'));
  openSecretKey(join(place.dataDir, 'secret.key'));
  const { db } = openInside(place);
  await writeRestoreMarker(db, 'a mark');
  await db.destroy();
  await writeFile(join(place.dataDir, 'restoring.json'), await begun(place, name, 'a mark'));
  expect((await commandIn(place, 'restore', root)).code).toBe(0);
  expect(await examine(place)).toEqual(nothingWrong);
});

const rowsOf = async (place: Place): Promise<string[]> => {
  const opened = openInside(place);
  const rows = await opened.db.selectFrom('jobs').select('kind').where('state', '=', 'waiting').execute();
  await opened.db.destroy();
  return rows.map(({ kind }) => kind);
};

test('waiting mails are dropped on request, and jobs of the old server always', async () => {
  const root = await backedUp(0, async (server) => {
    await server.services.jobs.enqueue(
      ['mail', 'backup', 'doctor', 'purge'].map((kind) => ({ kind, payload: {} })),
    );
  });
  const kindsIn = async (name: string, ...words: string[]) => {
    const place = await newPlace(name);
    expect((await commandIn(place, 'restore', root, ...words)).code).toBe(0);
    return (await rowsOf(place)).toSorted();
  };
  expect(await kindsIn('with')).toEqual(['mail', 'purge']);
  expect(await kindsIn('without', '--drop-mails')).toEqual(['purge']);
});
