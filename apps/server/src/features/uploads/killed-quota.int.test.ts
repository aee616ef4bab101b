import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '#db/open-database.ts';
import type { Db } from '#db/database.ts';
import { eventually } from '#testing/eventually.ts';
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts';
import { environmentOf, spawnHoldall } from '#testing/spawn-server.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';
import { chunkName, createUploadClient, type UploadClient } from '#testing/upload-client.ts';

const credentials = { email: 'ada@example.com', password: 'correct horse battery' };
const capacity = 1_000_000;
let dataDir: string;
let database: TestDatabase;
let server: ServerProcess;

const start = async (): Promise<UploadClient> => {
  server = await startServerProcess(dataDir, database);
  const answer = await fetch(`${server.origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  return createUploadClient(server.origin, (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '');
};

/** Reads the database directly. */
const looking = async <T>(look: (db: Db) => Promise<T>): Promise<T> => {
  if (database.dialect === 'postgres') return look(database.db);
  const db = openDatabase({ kind: 'sqlite', path: join(dataDir, 'holdall.sqlite') });
  try {
    return await look(db);
  } finally {
    await db.destroy();
  }
};
const account = () =>
  looking((db) => db.selectFrom('user_storage').select(['used', 'reserved']).executeTakeFirstOrThrow());

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holdall-killed-'));
  database = await createTestDatabase();
  await writeFile(join(dataDir, 'password'), credentials.password);
  const words = ['setup', '--admin-email', credentials.email, '--storage-limit'];
  words.push('--admin-password-file', join(dataDir, 'password'), '--default-capacity', String(capacity));
  const installed = await spawnHoldall(words, environmentOf(database, dataDir)).finished;
  if (installed.code !== 0) throw new Error(installed.output);
}, 60_000);
afterEach(async () => {
  await server.kill();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

it('a server killed during uploads leaves no quota reserved for nothing', async () => {
  const first = await start();
  const [resumable, size] = [chunkName('a.bin'), 300_000];
  const begun = await first.chunk(
    { name: resumable, size, offset: 0, is_last: false },
    Buffer.alloc(100_000),
  );
  expect(begun.status).toBe(200);
  const cut = first.open('POST /api/upload?name=cut.bin HTTP/1.1\r\nContent-Length: 600000');
  cut.write(Buffer.alloc(400_000));
  // An upload reserves its quota and stages its file at the same time: either may come first.
  await eventually(async () => {
    expect(await account()).toEqual({ used: 0, reserved: 900_000 });
    expect(await readdir(join(dataDir, 'staging'))).toHaveLength(2);
  });
  await server.kill();
  cut.destroy();
  expect(await account()).toEqual({ used: 0, reserved: 900_000 });

  // The reservations expire.
  await looking((db) => db.updateTable('quota_reservations').set({ expires_at: 1 }).execute());
  const second = await start();
  const full = await second.binary({ name: 'full.bin' }, Buffer.alloc(capacity - 100_000));
  expect(full.status).toBe(201);
  // The staged bytes of the resumable upload count until it ends.
  expect((await second.binary({ name: 'more' }, Buffer.from('x'))).status).toBe(423);
  expect(await second.offset(resumable)).toBe(100_000);
  await second.remove(`/api/upload/chunks/${resumable}`);
  expect((await second.binary({ name: 'last' }, Buffer.alloc(100_000))).status).toBe(201);
  expect(await server.stop()).toBe(0);
  expect(await account()).toEqual({ used: capacity, reserved: 0 });
  const days = await looking((db) => db.selectFrom('usage_days').selectAll().execute());
  expect(days).toMatchObject([{ stored: capacity }]);
  // The first server lost its pending counts; the second one wrote its counts when it ended.
  expect(days[0]?.upload).toBeGreaterThanOrEqual(capacity);
}, 60_000);
