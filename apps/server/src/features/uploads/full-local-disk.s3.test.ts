import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOwnPostgres, type OwnPostgres } from '#testing/own-postgres.ts';
import { eventually } from '#testing/eventually.ts';
import { ensureTestBucket, environmentOfStorage, testObjectStorage } from '#testing/object-storage.ts';
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts';
import { openSmallDisk, type SmallDisk } from '#testing/small-disk.ts';
import type { DatabaseChoice } from '#db/open-database.ts';
import { chunkName, createUploadClient, sha256, type UploadClient } from '#testing/upload-client.ts';
import { itemOf } from '#testing/use-uploads.ts';

/** The local disk of a server whose files are in object storage. */
let disk: SmallDisk;
let own: Record<string, string>;
let postgres: OwnPostgres | undefined;
let server: ServerProcess | undefined;
let client: UploadClient;
beforeEach(async () => {
  await ensureTestBucket();
  disk = await openSmallDisk();
  own = environmentOfStorage(testObjectStorage());
}, 60_000);
afterEach(async () => {
  await server?.kill();
  server = undefined;
  await postgres?.drop();
  postgres = undefined;
  await disk.close();
});

const signIn = (origin: string): Promise<Response> =>
  fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery' }),
  });
const start = async (choice: DatabaseChoice): Promise<void> => {
  const dataDir = join(disk.folder, 'data');
  await mkdir(dataDir, { mode: 0o700, recursive: true });
  server = await startServerProcess(dataDir, { choice }, { own });
  const answer = await signIn(server.origin);
  expect(answer.status).toBe(200);
  client = createUploadClient(server.origin, (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '');
};
const remove = (id: string, forGood: boolean): Promise<Response> =>
  client.post('/api/remove', { items: [{ id, type: 'file', force_delete: forGood }] });

test('uploads answer 507 while the database’s disk is full, deletes work, and everything continues once there is room', async () => {
  await start({ kind: 'sqlite', path: join(disk.folder, 'data', 'holdall.sqlite') });
  const bytes = randomBytes(6_000_000);
  const [kept, gone] = [await client.put('kept.bin', bytes), await client.put('gone.bin', bytes)];
  const begun = chunkName('begun.bin');
  await client.chunk({ name: begun, offset: 0, is_last: false }, bytes);
  await disk.fill();

  for (const answer of [
    await client.binary({ name: 'new.bin' }, bytes),
    await client.chunk({ name: begun, offset: bytes.length, is_last: true }, bytes),
  ])
    expect([answer.status, await answer.json()]).toMatchObject([
      507,
      { code: 'storage.disk_full', message: 'The server’s disk is full.' },
    ]);
  expect((await remove(gone.data.id, true)).status).toBe(200);
  expect(await client.names()).toEqual(['kept.bin']);
  expect(await client.downloadedSha256(kept)).toBe(sha256(bytes));

  await disk.empty();
  const whole = Buffer.concat([bytes, bytes]);
  const finished = await eventually(async () => {
    const offset = await client.offset(begun);
    return itemOf(await client.chunk({ name: begun, offset, is_last: true }, whole.subarray(offset)));
  });
  expect(await client.downloadedSha256(finished)).toBe(sha256(whole));
}, 180_000);

test('files bypass a full local folder and go to the object storage, also after a restart', async () => {
  postgres = await createOwnPostgres();
  const choice = { kind: 'postgres', url: postgres.url() } as const;
  await start(choice);
  const bytes = randomBytes(9_000_000);
  const kept = await client.put('kept.bin', bytes);
  await disk.fill();

  const fresh = await itemOf(await client.binary({ name: 'fresh.bin' }, bytes));
  const name = chunkName('chunks.bin');
  await client.chunk({ name, offset: 0, is_last: false }, bytes.subarray(0, 4_000_000));
  await server?.kill();
  await start(choice);
  const offset = await client.offset(name);
  const chunks = await itemOf(await client.chunk({ name, offset, is_last: true }, bytes.subarray(offset)));
  for (const file of [kept, fresh, chunks]) expect(await client.downloadedSha256(file)).toBe(sha256(bytes));
  expect((await remove(kept.data.id, true)).status).toBe(200);
  await disk.empty();
  expect((await client.put('after.bin', bytes)).data.attributes.name).toBe('after.bin');
}, 180_000);
