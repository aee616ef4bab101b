import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { createMigratedDatabase } from '#testing/migrated-database.ts';
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts';
import { openSmallDisk, type SmallDisk } from '#testing/small-disk.ts';
import { type Finished, spawnHoldall } from '#testing/spawn-server.ts';
import type { TestDatabase } from '#testing/test-database.ts';
import { createUploadClient, type UploadClient } from '#testing/upload-client.ts';

let disk: SmallDisk;
let elsewhere: string;
let dataDir: string;
let database: TestDatabase;
let server: ServerProcess;
let ada: UploadClient;

const signIn = (): Promise<Response> =>
  fetch(`${server.origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery' }),
  });

const start = async (): Promise<void> => {
  server = await startServerProcess(dataDir, database);
  const answer = await signIn();
  expect(answer.status).toBe(200);
  ada = createUploadClient(server.origin, (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '');
};

beforeEach(async () => {
  disk = await openSmallDisk();
  elsewhere = await mkdtemp(join(tmpdir(), 'holdall-elsewhere-'));
  dataDir = join(disk.folder, 'data');
  await mkdir(dataDir, { mode: 0o700 });
  database = await createMigratedDatabase(join(dataDir, 'holdall.sqlite'));
  await start();
}, 120_000);
afterEach(async () => {
  await server.kill();
  await database.drop();
  await disk.close();
  await rm(elsewhere, { recursive: true, force: true });
});

const makeFolder = (name: string): Promise<Response> =>
  ada.post('/api/create-folder', { name, parent_id: null });

const makeFolders = async (count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) ids.push((await ada.folder(`Folder ${number}`)).data.id);
  return ids;
};

const remove = (id: string, forGood = false, type = 'folder'): Promise<Response> =>
  ada.post('/api/remove', { items: [{ id, type, force_delete: forGood }] });

const problemOf = async (answer: Response): Promise<unknown> => {
  const { code } = (await answer.json()) as { code?: string };
  return { status: answer.status, code };
};

const full = { status: 507, code: 'storage.disk_full' };

const databaseHealth = async (): Promise<unknown> => {
  const { data } = (await (await ada.get('/api/admin/dashboard')).json()) as {
    data: { health: { part: string; state: string; code: string | null }[] };
  };
  const { state, code } = data.health.find(({ part }) => part === 'database') ?? {};
  return { state, code };
};

const logged = async (): Promise<string> => {
  const folder = join(dataDir, 'logs');
  const files = await readdir(folder);
  return (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('\n');
};

const command = (args: readonly string[], folder = dataDir): Promise<Finished> =>
  spawnHoldall(args, { HOLDALL_DATA_DIR: folder, HOLDALL_PORT: '0' }).finished;

test('on a full disk people can delete, and calls that use space are refused until there is some again', async () => {
  const [first = '', second = '', ...others] = await makeFolders(30);
  const file = await ada.put('file', new Uint8Array(3_000_000));
  await disk.fill();

  expect((await remove(first)).status).toBe(200);
  expect(await problemOf(await makeFolder('More'))).toEqual(full);
  expect(await problemOf(await ada.binary({ name: 'more' }, new Uint8Array(10)))).toEqual(full);
  for (const id of others) expect((await remove(id)).status).toBe(200);
  expect((await remove(second, true)).status).toBe(200);
  expect((await signIn()).status).toBe(200);
  expect(await ada.names()).toEqual(['file']);
  expect((await remove(file.data.id, false, 'file')).status).toBe(200);
  expect((await ada.remove('/api/trash/dump')).status).toBe(200);
  expect(await logged()).toContain('the disk is full');
  expect(await databaseHealth()).toEqual({ state: 'failed', code: 'database.full' });

  await disk.empty();
  await eventually(async () => expect((await makeFolder('After')).status).toBe(201));
  expect(await databaseHealth()).toEqual({ state: 'ok', code: null });
  expect(await readdir(dataDir)).toContain('reserve');
}, 120_000);

test('a server starts on a full disk, and its reserve lets people delete', async () => {
  const [first = ''] = await makeFolders(3);
  expect(await server.stop()).toBe(0);
  await disk.fill();
  await start();
  expect(await problemOf(await makeFolder('More'))).toEqual(full);
  expect((await remove(first)).status).toBe(200);
}, 120_000);

test('on a completely full disk each program reports it, and no change is half done', async () => {
  const ids = await makeFolders(30);
  await command(['backup', join(elsewhere, 'backups')]);
  await disk.fill();
  for (const id of ids) {
    const before = await ada.names();
    const { status } = await remove(id);
    expect([200, 507]).toContain(status);
    expect(await ada.names()).toHaveLength(status === 200 ? before.length - 1 : before.length);
    await disk.fill();
  }
  const programs = [
    await command(['doctor']),
    await command(['backup', join(disk.folder, 'backups')]),
    await command(['restore', join(elsewhere, 'backups')], join(disk.folder, 'restored')),
  ];
  await server.stop();
  await disk.fill();
  programs.push(await command(['serve']));
  for (const { output, code } of programs) {
    expect(output).toMatch(/disk is full/i);
    expect(output).not.toMatch(/^ +at /m);
    expect(code).not.toBe(0);
  }
  const [doctor, , , serve] = programs;
  // The report is printed all the same.
  expect(doctor?.code).toBe(3);
  expect(doctor?.output).toContain('Something is wrong.');
  expect(serve?.output).not.toContain('Another Holdall');
  expect(await logged()).not.toContain('cannot rollback');
}, 240_000);
