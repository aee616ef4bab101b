import { randomBytes } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Item } from '@holdall/contract/files';
import { expect, it } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { examine } from '#testing/maintenance-commands.ts';
import { chunkName, sha256 } from '#testing/upload-client.ts';
import { useServerProcess } from '#testing/use-server-process.ts';

const server = useServerProcess();

const restart = async (): Promise<void> => {
  await server.process.kill();
  await server.start();
};
/** Ages the staged bytes, since a start deletes only idle ones. */
const leaveResting = async (): Promise<void> => {
  // Object storage cannot tell that an upload is idle: it counts as an active one.
  if (server.storage.operator !== undefined) return;
  const earlier = Date.now() / 1000 - 11 * 60;
  for (const key of await staged()) await utimes(join(server.dataDir, 'staging', key), earlier, earlier);
};
const staged = (): Promise<string[]> => server.storage.staged();

it('a server killed at random loses no acknowledged file and lists no partial one', async () => {
  const acknowledged: { item: Item; sha256: string }[] = [];
  for (let round = 0; round < 3; round += 1) {
    const alive = new AbortController();
    const upload = async (): Promise<void> => {
      while (!alive.signal.aborted) {
        const bytes = randomBytes(Math.floor(Math.random() * 400_000));
        try {
          const answer = await server.client.binary(
            { name: `file ${randomBytes(4).toString('hex')}` },
            bytes,
          );
          acknowledged.push({ item: (await answer.json()) as Item, sha256: sha256(bytes) });
        } catch {
          // The server died before it answered, so it promised nothing.
          return;
        }
      }
    };
    const before = acknowledged.length;
    const uploads = Array.from({ length: 4 }, upload);
    const half = server.client.open(
      'POST /api/upload?name=half&upload_id=up HTTP/1.1\r\nContent-Length: 5000000',
    );
    half.write(Buffer.alloc(2_000_000));
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(before + 5));
    await server.process.kill();
    alive.abort();
    await Promise.all(uploads);
    half.destroy();
    await leaveResting();
    await server.start();
  }
  const { files } = await server.client.listing();
  const listed = new Set(files.data.map(({ data }) => data.id));
  for (const { item, sha256: sum } of acknowledged) {
    expect(listed.has(item.data.id)).toBe(true);
    expect(await server.client.downloadedSha256(item)).toBe(sum);
  }
  // A committed file without an answer is listed too, and it is complete.
  for (const item of files.data)
    expect((await server.client.get(`/api/files/${item.data.id}/content`)).status).toBe(200);
  expect(files.data.map(({ data }) => data.attributes.name)).not.toContain('half');
  expect((await staged()).length).toBeLessThanOrEqual(server.storage.operator === undefined ? 1 : 3);
}, 240_000);

it('a server killed while files are overwritten loses no acknowledged content', async () => {
  const folder = await server.client.folder('shared');
  const share = await server.client.post('/api/share', {
    id: folder.data.id,
    type: 'folder',
    permission: 'editor',
  });
  const { data } = (await share.json()) as { data: { attributes: { token: string } } };
  // Guests without a cookie cannot be told apart, so that none of their saves is coalesced.
  const overwrite = (name: string, bytes: Buffer<ArrayBuffer>): Promise<Response> =>
    fetch(
      `${server.process.origin}/api/editor/upload/${data.attributes.token}?name=${name}&on_conflict=replace`,
      { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: bytes },
    );
  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const alive = new AbortController();
    const save = async (name: string): Promise<void> => {
      while (!alive.signal.aborted) {
        const bytes = randomBytes(1 + Math.floor(Math.random() * 50_000));
        try {
          const answer = await overwrite(name, bytes);
          await answer.arrayBuffer();
          if (answer.status === 201) acknowledged.push(sha256(bytes));
        } catch {
          // The server died before it answered, so it promised nothing.
          return;
        }
      }
    };
    const before = acknowledged.length;
    const saves = ['a', 'a', 'b', 'b'].map(save);
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(before + 8));
    await server.process.kill();
    alive.abort();
    await Promise.all(saves);
    await leaveResting();
    await server.start();
  }
  const stored = async (table: 'items' | 'item_versions') =>
    server.database.db
      .selectFrom(table)
      .innerJoin('blobs', 'blobs.id', `${table}.blob_id`)
      .select('blobs.sha256')
      .execute();
  const kept = new Set(
    [...(await stored('items')), ...(await stored('item_versions'))].map((row) => row.sha256),
  );
  expect(acknowledged.filter((sum) => !kept.has(sum))).toEqual([]);
  expect(await server.client.names(folder.data.id)).toEqual(['a', 'b']);
  await server.process.kill();
  // Bytes that were published before the server died, and never recorded, are swept later.
  if (process.env['HOLDALL_TEST_STORAGE'] === 's3') return;
  const { faults } = await examine(server, '--read-data-subset', '100%');
  expect(faults.filter(({ check }) => check !== 'orphans')).toEqual([]);
}, 240_000);

it('an upload continues after the server was killed in the middle of it', async () => {
  const bytes = randomBytes(3_000_000);
  const name = chunkName('a.bin');
  await server.client.chunk({ name, offset: 0, is_last: false }, bytes.subarray(0, 1_000_000));
  const cut = server.client.open(
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
  await eventually(async () => expect(await server.client.offset(name)).toBeGreaterThan(1_000_000));
  // A server that starts tries its store, whose object is staged for a moment; one that is killed then leaves it.
  const [key] = await eventually(async () => {
    const names = await staged();
    expect(names).toHaveLength(1);
    return names;
  });
  await restart();
  cut.destroy();
  const offset = await server.client.offset(name);
  expect(offset).toBe(1_000_000);
  expect(await server.client.names()).toEqual([]);
  const answer = await server.client.chunk({ name, offset, is_last: true }, bytes.subarray(offset));
  expect(answer.status).toBe(201);
  const file = (await answer.json()) as Item;
  expect(await server.client.downloadedSha256(file)).toBe(sha256(bytes));
  await restart();
  expect(await server.client.downloadedSha256(file)).toBe(sha256(bytes));
  expect(await staged()).not.toContain(key);
}, 120_000);
