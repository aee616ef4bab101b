import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Item } from '@holdall/contract/files';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';
import { chunkName, createUploadClient, sha256, type UploadClient } from '#testing/upload-client.ts';

let dataDir: string;
let database: TestDatabase;
let server: ServerProcess;
let client: UploadClient;

const signIn = async (origin: string): Promise<string> => {
  const answer = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery' }),
  });
  return (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
};
const start = async (): Promise<void> => {
  server = await startServerProcess(dataDir, database);
  client = createUploadClient(server.origin, await signIn(server.origin));
};
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holdall-killed-'));
  // On SQLite the process makes its own file in the data directory.
  database = await createTestDatabase();
  await start();
}, 30_000);
afterEach(async () => {
  await server.kill();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const restart = async (): Promise<void> => {
  await server.kill();
  await start();
};
/** What a start drops are bytes that nobody has written for a while. */
const leaveResting = async (): Promise<void> => {
  const earlier = Date.now() / 1000 - 11 * 60;
  for (const key of await staged()) await utimes(join(dataDir, 'staging', key), earlier, earlier);
};
const staged = (): Promise<string[]> => readdir(join(dataDir, 'staging'));

it('a server killed at random loses nothing that it acknowledged, and lists nothing partial', async () => {
  const acknowledged: { item: Item; sha256: string }[] = [];
  for (let round = 0; round < 3; round += 1) {
    const alive = new AbortController();
    const upload = async (): Promise<void> => {
      while (!alive.signal.aborted) {
        const bytes = randomBytes(Math.floor(Math.random() * 400_000));
        try {
          const answer = await client.binary({ name: `file ${randomBytes(4).toString('hex')}` }, bytes);
          acknowledged.push({ item: (await answer.json()) as Item, sha256: sha256(bytes) });
        } catch {
          // The server died before it answered: nothing was promised.
          return;
        }
      }
    };
    const before = acknowledged.length;
    const uploads = Array.from({ length: 4 }, upload);
    const half = client.open('POST /api/upload?name=half&upload_id=up HTTP/1.1\r\nContent-Length: 5000000');
    half.write(Buffer.alloc(2_000_000));
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(before + 5));
    await server.kill();
    alive.abort();
    await Promise.all(uploads);
    half.destroy();
    await leaveResting();
    await start();
  }
  const { files } = await client.listing();
  const listed = new Set(files.data.map(({ data }) => data.id));
  for (const { item, sha256: sum } of acknowledged) {
    expect(listed.has(item.data.id)).toBe(true);
    expect(await client.downloadedSha256(item)).toBe(sum);
  }
  // What was committed but not answered is listed too, and it is whole.
  for (const item of files.data)
    expect((await client.get(`/api/files/${item.data.id}/content`)).status).toBe(200);
  expect(files.data.map(({ data }) => data.attributes.name)).not.toContain('half');
  expect((await staged()).length).toBeLessThanOrEqual(1);
}, 90_000);

it('an upload goes on after the server was killed in the middle of it', async () => {
  const bytes = randomBytes(3_000_000);
  const name = chunkName('a.bin');
  await client.chunk({ name, offset: 0, is_last: false }, bytes.subarray(0, 1_000_000));
  const cut = client.open(
    `POST /api/upload/chunks HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 2000000`,
  );
  for (const [field, value] of [
    ['name', name],
    ['offset', '1000000'],
    ['is_last', 'false'],
  ]) {
    cut.write(`--b\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`);
  }
  cut.write('--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n');
  cut.write(bytes.subarray(1_000_000, 1_800_000));
  await eventually(async () => expect(await client.offset(name)).toBeGreaterThan(1_000_000));
  await restart();
  cut.destroy();
  const offset = await client.offset(name);
  expect(offset).toBe(1_000_000);
  expect(await client.names()).toEqual([]);
  const answer = await client.chunk({ name, offset, is_last: true }, bytes.subarray(offset));
  expect(answer.status).toBe(201);
  const file = (await answer.json()) as Item;
  expect(await client.downloadedSha256(file)).toBe(sha256(bytes));
  await restart();
  expect(await client.downloadedSha256(file)).toBe(sha256(bytes));
  expect(await staged()).toEqual([]);
}, 60_000);

it('a server asked to end lets an upload under way finish', async () => {
  const socket = client.open('POST /api/upload?name=late.bin HTTP/1.1\r\nContent-Length: 10');
  socket.write('hello');
  await eventually(async () => expect(await staged()).toHaveLength(1));
  const stopped = server.stop();
  const answered = new Promise<string>((resolve) =>
    socket.once('data', (piece: Buffer) => resolve(piece.toString())),
  );
  socket.write('world');
  expect(await answered).toMatch(/^HTTP\/1\.1 201 /);
  socket.destroy();
  expect(await stopped).toBe(0);
  await start();
  expect(await client.names()).toEqual(['late.bin']);
}, 60_000);
