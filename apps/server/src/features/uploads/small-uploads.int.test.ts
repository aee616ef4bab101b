import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { smallContentLimit } from '#features/storage/index.ts';
import { createGuestClient, shareOf } from '#testing/guest-client.ts';
import { storageRecordOf } from '#testing/storage-record.ts';
import { createTreeClient } from '#testing/tree-client.ts';
import { testEmail } from '#testing/create-test-app.ts';
import { purged } from '#testing/jobs-done.ts';
import { chunkName, sha256 } from '#testing/upload-client.ts';
import { itemOf, problemOf, useUploads } from '#testing/use-uploads.ts';

const { server, client, cookie, origin, sessions, signInAgain, staged, stored } = useUploads({
  settings: { subscription_type: 'fixed', default_capacity: 10_000_000 },
});
const { setCapacity } = storageRecordOf(server);

// After every test the recorded usage is the sum of the files.
afterEach(async () => {
  const drifts = await server.services.usage.verifyUsage();
  if (drifts.length > 0) throw new Error(`The usage is not the sum of the rows: ${JSON.stringify(drifts)}`);
});

/** Sizes of the blobs that are in the database, and of those that are in the store. */
const sizes = async () => {
  const rows = await server.parts.db
    .selectFrom('blobs')
    .select(['store_id', 'size'])
    .orderBy('size')
    .execute();
  const of = (isInDatabase: boolean) =>
    rows.filter(({ store_id: id }) => (id === null) === isInDatabase).map(({ size }) => size);
  const inTable = await server.parts.db.selectFrom('blob_bytes').select('bytes').execute();
  expect(inTable.map(({ bytes }) => bytes.length).toSorted((a, b) => a - b)).toEqual(of(true));
  return { database: of(true), store: of(false) };
};
const least = smallContentLimit + 1;

describe('a small file', () => {
  it.each(['binary', 'resumable', 'chunk', 'batch'] as const)(
    'is in the database up to the limit, and beyond it in the store: %s',
    async (form) => {
      for (const size of [0, 1, smallContentLimit, least]) {
        const bytes = randomBytes(size);
        const name = `${size}.bin`;
        const line = `${JSON.stringify({ name, size })}\n`;
        const send = {
          binary: () => client.binary({ name }, bytes),
          resumable: () => client.binary({ name, upload_id: name }, bytes),
          chunk: () => client.chunk({ name: chunkName(name), is_last: true }, bytes),
          batch: () =>
            fetch(`${origin()}/api/upload/batch`, {
              method: 'POST',
              headers: { cookie: cookie(), 'content-type': 'application/vnd.holdall.batch' },
              body: Buffer.concat([Buffer.from(line), bytes]),
            }),
        }[form];
        const answer = await send();
        expect([200, 201]).toContain(answer.status);
        await answer.arrayBuffer();
      }
      expect(await sizes()).toEqual({ database: [0, 1, smallContentLimit], store: [least] });
      expect(await stored()).toHaveLength(4);
      expect(await staged()).toEqual([]);
      for (const { data } of (await client.listing()).files.data) {
        const content = await client.get(`/api/files/${data.id}/content`);
        expect((await content.arrayBuffer()).byteLength).toBe(data.attributes.size);
      }
    },
  );

  it('is read in ranges, and in an archive', async () => {
    const bytes = randomBytes(1_000);
    const item = await client.put('a.bin', bytes);
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 1],
      ['bytes=990-', 990, 1_000],
      ['bytes=-3', 997, 1_000],
    ] as const) {
      const part = await client.get(`/api/files/${item.data.id}/content`, { range });
      expect(part.status).toBe(206);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(from, to));
    }
    const folder = await client.folder('f');
    await client.put('b.bin', bytes, folder);
    const archive = await client.get(`/api/zip?items=${folder.data.id}|folder`);
    expect(archive.status).toBe(200);
    expect(Buffer.from(await archive.arrayBuffer()).includes(bytes)).toBe(true);
  });

  it('of which less comes than was announced is not kept, and begins anew', async () => {
    const bytes = randomBytes(1_000);
    for (const query of [{}, { upload_id: 'up' }]) {
      const short = await client.binary({ name: 'a.bin', size: 1_001, ...query }, bytes);
      expect(short.status).toBe(400);
      expect(await problemOf(short)).toMatchObject({ code: 'upload.incomplete', offset: 0 });
    }
    const socket = client.open('POST /api/upload?name=a.bin&upload_id=up HTTP/1.1\r\nContent-Length: 1000');
    socket.write(bytes.subarray(0, 500));
    socket.destroy();
    await itemOf(await client.binary({ name: 'a.bin', upload_id: 'up' }, bytes));
    expect(await client.names()).toEqual(['a.bin']);
    expect(await sizes()).toEqual({ database: [1_000], store: [] });
  });

  it('is whole where the form let expect fewer bytes', async () => {
    // Its length is guessed from that of the form, which ends without a line break here.
    const bytes = randomBytes(smallContentLimit);
    const name = chunkName('a.bin');
    const boundary = 'x'.repeat(30);
    const fields = [
      ['name', name],
      ['extension', 'bin'],
      ['is_last', 'true'],
    ].map(
      ([field, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
    );
    const part = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: application/octet-stream\r\n\r\n`;
    const form = Buffer.from([...fields, part].join(''));
    const answer = await fetch(`${origin()}/api/upload/chunks`, {
      method: 'POST',
      headers: { cookie: cookie(), 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: Buffer.concat([form, bytes, Buffer.from(`\r\n--${boundary}--`)]),
    });
    expect(await client.downloadedSha256(await itemOf(answer))).toBe(sha256(bytes));
    expect(await sizes()).toEqual({ database: [smallContentLimit], store: [] });
  });

  it('with more bytes than were declared is refused, and nothing of it is kept', async () => {
    for (const query of [{}, { upload_id: 'up' }]) {
      const long = await client.binary({ name: 'a.bin', size: 10, ...query }, randomBytes(20));
      expect([long.status, await problemOf(long)]).toMatchObject([409, { code: 'upload.mismatch' }]);
    }
    expect(await sizes()).toEqual({ database: [], store: [] });
    expect(await sessions()).toEqual([]);
  });

  it('with an upload_id is answered again as it was, and stored once', async () => {
    const bytes = randomBytes(500);
    const send = () => client.binary({ name: 'a.bin', upload_id: 'up' }, bytes);
    const ids = await Promise.all(
      (await Promise.all(Array.from({ length: 5 }, send))).map(
        async (answer) => (await itemOf(answer)).data.id,
      ),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await sessions()).toMatchObject([{ state: 'finished', received: 500, size: 500, store_id: null }]);
    expect((await client.binary({ name: 'a.bin', upload_id: 'up' }, randomBytes(500))).status).toBe(409);
    expect(await sizes()).toEqual({ database: [500], store: [] });
  });

  it('replaces a large one, and is replaced by one, and both can be downloaded as versions', async () => {
    const contents = [randomBytes(least), randomBytes(10), randomBytes(least + 1)];
    const item = await client.put('a.bin', contents[0] ?? Buffer.alloc(0));
    for (const bytes of contents.slice(1)) {
      server.clock.advance(10 * 60_000);
      await itemOf(await client.binary({ name: 'a.bin', on_conflict: 'replace' }, bytes));
    }
    expect(await sizes()).toEqual({ database: [10], store: [least, least + 1] });
    const versions = (await (await client.get(`/api/items/${item.data.id}/versions`)).json()) as {
      data: { id: string }[];
    };
    const sums = await Promise.all(
      versions.data.map(async ({ id }) => {
        const content = await client.get(`/api/items/${item.data.id}/versions/${id}/content`);
        return sha256(Buffer.from(await content.arrayBuffer()));
      }),
    );
    expect(sums.toSorted()).toEqual([0, 1].map((at) => sha256(contents[at] ?? Buffer.alloc(0))).toSorted());
  });

  it('leaves the database a day after the last file that has it was deleted', async () => {
    const item = await client.put('a.bin', randomBytes(10));
    const items = [{ id: item.data.id, type: 'file' }];
    expect((await client.post('/api/copy', { items, to_id: null })).status).toBe(200);
    const removeFirst = async () => {
      const [first] = (await client.listing()).files.data;
      const removed = { id: first?.data.id, type: 'file', force_delete: true };
      expect((await client.post('/api/remove', { items: [removed] })).status).toBe(200);
      await server.services.sweep();
      await purged(server);
      server.clock.advance(25 * 60 * 60_000);
      await server.services.sweep();
      await signInAgain();
    };
    await removeFirst();
    expect(await sizes()).toEqual({ database: [10], store: [] });
    await removeFirst();
    expect(await sizes()).toEqual({ database: [], store: [] });
  });

  it('is refused before its bytes where they do not fit, and stored where expired reservations make room', async () => {
    await setCapacity(2_000);
    await itemOf(await client.binary({ name: 'a.bin' }, randomBytes(1_500)));
    const refused = await client.binary({ name: 'b.bin' }, randomBytes(1_000));
    expect([refused.status, await problemOf(refused)]).toMatchObject([423, { code: 'storage.exceeded' }]);
    // A server that was killed has left a reservation.
    const { id: userId } = await server.parts.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    await server.parts.db
      .insertInto('quota_reservations')
      .values({ id: 'gone', user_id: userId, bytes: 400, staged: 0, expires_at: server.clock.now() - 1 })
      .execute();
    await server.parts.db.updateTable('user_storage').set({ reserved: 400 }).execute();
    await itemOf(await client.binary({ name: 'c.bin' }, randomBytes(300)));
    expect(await sizes()).toEqual({ database: [300, 1_500], store: [] });
  });

  it('takes the last room once, of many at once', async () => {
    await setCapacity(10_000);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => client.binary({ name: `${index}.bin` }, randomBytes(1_000))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(10).fill(201),
      ...Array<number>(10).fill(423),
    ]);
  });

  it('is stored for guests, whose rights end with their link', async () => {
    const ada = await createTreeClient(server, testEmail);
    const folder = await ada.folder('f');
    const guest = createGuestClient(server);
    const token = await shareOf(ada, folder, { permission: 'editor' });
    await guest.get(`/api/browse/share/${token}`);
    expect((await guest.upload(token, 'a.txt', 'text')).status).toBe(201);
    expect(await sizes()).toEqual({ database: [4], store: [] });
  });
});
