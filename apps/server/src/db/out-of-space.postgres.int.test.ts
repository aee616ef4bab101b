import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { chunkName, createUploadClient, sha256, type UploadClient } from '#testing/upload-client.ts';
import { itemOf } from '#testing/use-uploads.ts';

let server: TestApp;
let client: UploadClient;
beforeEach(async () => {
  server = await createTestApp();
  client = createUploadClient(await server.listen(), await server.signIn());
});
afterEach(() => server.close());

const tables = ['items', 'blobs', 'upload_sessions'];
/** Has PostgreSQL answer changes as it does on a full disk: the same code, from the same place. */
const fillDisk = async (): Promise<void> => {
  const { db } = server.parts;
  await sql`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
    db,
  );
  for (const table of tables)
    await sql`create trigger no_room before insert or update or delete on ${sql.table(table)} execute function no_room()`.execute(
      db,
    );
};
const makeRoom = async (): Promise<void> => {
  for (const table of tables) await sql`drop trigger no_room on ${sql.table(table)}`.execute(server.parts.db);
};

const problemOf = async (answer: Response): Promise<unknown> => {
  const { code, message } = (await answer.json()) as { code?: string; message?: string };
  return { status: answer.status, code, message };
};
const full = { status: 507, code: 'storage.disk_full', message: 'The server’s disk is full.' };

const databaseHealth = async (): Promise<unknown> => {
  const answer = await client.get('/api/admin/dashboard');
  if (answer.status !== 200) throw new Error(await answer.text());
  const { data } = (await answer.json()) as {
    data: { health: { part: string; state: string; code: string | null }[] };
  };
  const { state, code } = data.health.find(({ part }) => part === 'database') ?? {};
  return { state, code };
};

test('a full disk under PostgreSQL answers 507 and shows on the dashboard; nothing is half done, and work continues with space', async () => {
  const bytes = Buffer.alloc(2_000_000, 1);
  const kept = await client.put('kept.bin', bytes);
  const begun = chunkName('begun.bin');
  expect((await client.chunk({ name: begun, offset: 0, is_last: false }, bytes)).status).toBe(200);
  await fillDisk();

  expect(await problemOf(await client.binary({ name: 'new.bin' }, bytes))).toEqual(full);
  expect(
    await problemOf(await client.chunk({ name: begun, offset: bytes.length, is_last: true }, bytes)),
  ).toEqual(full);
  expect(
    await problemOf(await client.post('/api/create-folder', { name: 'folder', parent_id: null })),
  ).toEqual(full);
  const { id } = kept.data;
  for (const force of [false, true])
    expect(
      await problemOf(
        await client.post('/api/remove', { items: [{ id, type: 'file', force_delete: force }] }),
      ),
    ).toEqual(full);
  expect(await databaseHealth()).toEqual({ state: 'failed', code: 'database.no_room' });
  expect((await client.get('/health/ready')).status).toBe(200);
  expect(await client.names()).toEqual(['kept.bin']);
  expect(await client.downloadedSha256(kept)).toBe(sha256(bytes));

  await makeRoom();
  const offset = await client.offset(begun);
  const whole = Buffer.concat([bytes, bytes]);
  const finished = await itemOf(
    await client.chunk({ name: begun, offset, is_last: true }, whole.subarray(offset)),
  );
  expect(await client.downloadedSha256(finished)).toBe(sha256(whole));
  expect((await client.post('/api/remove', { items: [{ id, type: 'file' }] })).status).toBe(200);
  expect(await client.names()).toEqual(['begun.bin']);
  server.clock.advance(61_000);
  expect(await databaseHealth()).toEqual({ state: 'ok', code: null });
});
