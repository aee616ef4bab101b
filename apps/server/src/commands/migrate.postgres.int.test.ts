import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VersionList } from '@holdall/contract/versions';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lockFolder, shareFolder } from '#adapters/disk/folder-lock.ts';
import type { Db } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { openDatabase } from '#db/open-database.ts';
import { dumpTables, fillTables } from '#testing/fill-tables.ts';
import { createOwnPostgres, type OwnPostgres } from '#testing/own-postgres.ts';
import { plantItems } from '#testing/plant-items.ts';
import { type Finished, type Spawned, spawnHoldall } from '#testing/spawn-server.ts';
import { createUploadClient, type UploadClient } from '#testing/upload-client.ts';

vi.setConfig({ testTimeout: 60_000 });

let dataDir: string;
let server: OwnPostgres;
let running: Spawned[];

beforeEach(async () => {
  running = [];
  dataDir = await mkdtemp(join(tmpdir(), 'holdall-migrate-'));
  server = await createOwnPostgres();
});
afterEach(async () => {
  for (const { process: child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ finished }) => finished));
  await server.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const run = (args: readonly string[], env: Record<string, string> = {}): Spawned => {
  const spawned = spawnHoldall(args, { HOLDALL_DATA_DIR: dataDir, HOLDALL_PORT: '0', ...env });
  running.push(spawned);
  return spawned;
};
const move = (...args: string[]) => run(['migrate', ...args]).finished;

/** The exit code, and whether it was printed. */
const told = ({ code, output }: Finished, words: string): [number | null, boolean] => [
  code,
  output.includes(words),
];

const withFile = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
  const db = openDatabase({ kind: 'sqlite', path: join(dataDir, 'holdall.sqlite') });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
};
const fillFile = (): Promise<void> =>
  withFile(async (db) => {
    await migrate(db);
    await fillTables(db);
  });
const choice = (): Promise<unknown> =>
  readFile(join(dataDir, 'database.json'), 'utf8').then((text) => JSON.parse(text) as unknown);

/** The links, the versions and the bytes that an account has of one file. */
const historyOf = async (client: UploadClient, id: string) => {
  const versions = (await (await client.get(`/api/items/${id}/versions`)).json()) as VersionList;
  const links = (await (await client.get(`/api/share/item/${id}`)).json()) as {
    data: { attributes: { token: string; label: string } }[];
  };
  const paths = versions.data.map((version) => `/api/items/${id}/versions/${version.id}/content`);
  const contents: string[] = [];
  for (const path of [`/api/files/${id}/content`, ...paths])
    contents.push(Buffer.from(await (await client.get(path)).arrayBuffer()).toString('latin1'));
  const named = links.data.map(({ attributes: { token, label } }) => ({ token, label }));
  return { versions, links: named, contents };
};

/** Each value that a byte can have: no database may take one for the end of a text. */
const allBytes = String.fromCharCode(...Array.from({ length: 256 }, (_, value) => value));

/** Makes a file with links, and with versions of which one is pinned and one has a name. */
const makeHistory = async (client: UploadClient) => {
  const { data } = await client.put('a.txt', Buffer.from(allBytes, 'latin1'));
  for (const text of ['second', 'third', ''])
    await client.binary({ name: 'a.txt', on_conflict: 'replace' }, Buffer.from(text));
  for (const label of ['one', 'other'])
    await client.post('/api/share', { id: data.id, type: 'file', another: true, label });
  const { versions } = await historyOf(client, data.id);
  for (const [index, body] of [{ pinned: true }, { label: 'Sent' }].entries())
    await client.post(`/api/items/${data.id}/versions/${versions.data[index]?.id}`, {
      _method: 'patch',
      ...body,
    });
  return { id: data.id, before: await historyOf(client, data.id) };
};

test('a server continues on the copy with the history of files, and back again', async () => {
  const admin = { HOLDALL_ADMIN_EMAIL: 'ada@example.com', HOLDALL_ADMIN_PASSWORD: 'correct horse' };
  const visit = async <T>(
    work: (client: UploadClient) => Promise<T>,
    env: Record<string, string> = {},
  ): Promise<T> => {
    const holdall = run(['serve'], env);
    const origin = (await holdall.printed(/ready at (http:\/\/\S+)/))[1] ?? '';
    const answer = await fetch(`${origin}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse' }),
    });
    expect(answer.status).toBe(200);
    const result = await work(
      createUploadClient(origin, (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''),
    );
    holdall.process.kill('SIGTERM');
    expect((await holdall.finished).code).toBe(0);
    return result;
  };
  const { id, before } = await visit(makeHistory, admin);
  expect(before).toMatchObject({
    versions: { data: [{ pinned: true }, { label: 'Sent' }] },
    links: [{ label: 'one' }, { label: 'other' }],
    contents: ['', 'third', allBytes],
  });

  const there = await move('--to', server.url(), '--json');
  expect(there.code).toBe(0);
  const report = JSON.parse(there.output) as Record<string, unknown>;
  expect(report).toMatchObject({ from: 'SQLite', resumed: false, switched: true });
  expect(await choice()).toMatchObject({ kind: 'postgres' });
  expect((await stat(join(dataDir, 'database.json'))).mode & 0o777).toBe(0o600);
  expect(await visit((client) => historyOf(client, id))).toEqual(before);
  expect(await server.open().selectFrom('blob_bytes').select('key').execute()).toHaveLength(4);
  expect(await server.open().selectFrom('sessions').select('user_id').execute()).toHaveLength(2);
  expect((await move('--to', server.url())).code).toBe(3);

  const refused = await move('--to', 'sqlite');
  expect(told(refused, 'Move')).toEqual([1, true]);
  await rm(join(dataDir, 'holdall.sqlite'));
  expect((await move('--to', 'sqlite')).code).toBe(0);
  expect(await choice()).toEqual({ kind: 'sqlite' });
  expect(await visit((client) => historyOf(client, id))).toEqual(before);
});

test('a copy that was killed continues, and only then the choice is switched', async () => {
  await fillFile();
  await withFile((db) =>
    plantItems(db, { ownerId: 'users.id.0', parent: null, type: 'file', count: 20_000, now: Date.now() }),
  );
  const killed = run(['migrate', '--to', server.url()]);
  await killed.printed(/Copying items/);
  killed.process.kill('SIGKILL');
  expect((await killed.finished).code).toBeNull();
  await expect(choice()).rejects.toThrow(/ENOENT/);
  const half = await run(['serve'], { HOLDALL_DATABASE_URL: server.url() }).finished;
  expect(told(half, 'has not ended')).toEqual([1, true]);

  const resumed = await move('--to', server.url(), '--json');
  expect(JSON.parse(resumed.output)).toMatchObject({ resumed: true, switched: true });
  expect(await dumpTables(server.open())).toEqual(await withFile(dumpTables));
});

test('an unusable target is refused with its reason, and nothing is switched', async () => {
  await fillFile();
  const db = server.open();
  await sql`create table invoices (id int)`.execute(db);
  expect(told(await move('--to', server.url()), 'invoices')).toEqual([1, true]);
  await sql`drop table invoices`.execute(db);
  const missing = await move('--to', server.url().replace(server.name, 'nowhere'), '--json');
  expect(missing.code).toBe(1);
  expect(JSON.parse(missing.output)).toMatchObject({ error: { code: 'refused' } });
  await migrate(db);
  await fillTables(db);
  expect(told(await move('--to', server.url()), 'holds an installation already')).toEqual([1, true]);
  await expect(choice()).rejects.toThrow(/ENOENT/);
});

test('nothing is copied while a server runs', async () => {
  const holdall = run(['serve']);
  await holdall.printed(/ready at/);
  expect(told(await move('--to', server.url()), 'Another Holdall is serving')).toEqual([1, true]);
});

test('nothing is copied while another command uses the database, and vice versa', async () => {
  await fillFile();
  const lock = join(dataDir, 'database.lock');
  const leave = shareFolder(lock);
  expect(told(await move('--to', server.url()), 'Another command of Holdall')).toEqual([1, true]);
  await expect(choice()).rejects.toThrow(/ENOENT/);
  leave?.();
  const release = lockFolder(lock);
  const commands = [['backup'], ['user', 'promote', 'ada@example.com'], ['migrate-blobs', '--to', 'disk']];
  for (const refused of await Promise.all(commands.map((words) => run(words).finished)))
    expect(told(refused, 'holdall migrate is at work')).toEqual([1, true]);
  release?.();
});

test('a database of the operator’s configuration is left to the operator', async () => {
  await migrate(server.open());
  await fillTables(server.open());
  const moved = await run(['migrate', '--to', 'sqlite', '--json'], { HOLDALL_DATABASE_URL: server.url() })
    .finished;
  expect(JSON.parse(moved.output)).toMatchObject({ switched: false });
  await expect(choice()).rejects.toThrow(/ENOENT/);
  expect(await withFile(dumpTables)).toEqual(await dumpTables(server.open()));
});

test('the address may come from a file, and wrong arguments are refused', async () => {
  await fillFile();
  const file = join(dataDir, 'address');
  await writeFile(file, `${server.url()}\n`);
  expect((await move('--to-file', file)).code).toBe(0);
  expect(told(await move(), '--to')).toEqual([2, true]);
  expect((await move('--to', 'sqlite', '--to-file', file)).code).toBe(2);
  expect(told(await move('--to', 'mysql://x'), 'postgres://')).toEqual([2, true]);
  expect(told(await move('--help'), 'Exit codes')).toEqual([0, true]);
});
