import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BlobStoreError } from '#ports/blob-store.ts';
import { eventually } from '#testing/eventually.ts';
import { saveSettings } from '#testing/save-settings.ts';
import { storageRecordOf } from '#testing/storage-record.ts';
import { answerOn, chunkName } from '#testing/upload-client.ts';
import { createUploadHarness, itemOf } from '#testing/use-uploads.ts';

const { server, client, start, staged, stored, sessions } = createUploadHarness();

const capacity = 100_000;
beforeEach(() => start({ settings: { subscription_type: 'fixed', default_capacity: capacity } }));

const { account, reservations, setCapacity, settledAt } = storageRecordOf(server);

describe('an upload’s reservation', () => {
  const bytes = randomBytes(50_000);

  it('is released by every failure of a single request', async () => {
    await saveSettings(server, { mimetypes_blacklist: ['exe'] });
    const exe = Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), bytes]);
    expect((await client.binary({ name: 'a.txt' }, exe)).status).toBe(422);
    await settledAt(0);
    expect((await client.binary({ name: 'a', size: 60_000 }, bytes)).status).toBe(400);
    await settledAt(0);
    vi.spyOn(server.blobs, 'publish').mockRejectedValueOnce(new BlobStoreError('EIO'));
    expect((await client.binary({ name: 'a' }, bytes)).status).toBe(503);
    await settledAt(0);
    const cut = client.open(`POST /api/upload?name=cut.bin HTTP/1.1\r\nContent-Length: ${bytes.length}`);
    cut.write(bytes.subarray(0, 20_000));
    await eventually(async () => expect(await account()).toMatchObject({ reserved: 50_000 }));
    cut.destroy();
    await eventually(() => settledAt(0));
  });

  it('is kept while a resumable upload is idle, and released when it is cancelled', async () => {
    const name = chunkName('a.bin');
    await client.chunk({ name, size: bytes.length, offset: 0, is_last: false }, bytes.subarray(0, 20_000));
    expect(await account()).toMatchObject({ used: 0, reserved: 50_000 });
    expect((await client.binary({ name: 'b.bin' }, Buffer.alloc(50_001))).status).toBe(423);
    await client.remove(`/api/upload/chunks/${name}`);
    await settledAt(0);
    await itemOf(await client.binary({ name: 'b.bin' }, Buffer.alloc(capacity)));
  });

  it('shrinks to the staged bytes after an idle hour, and grows again if there is room', async () => {
    const name = chunkName('a.bin');
    await client.chunk({ name, size: bytes.length, offset: 0, is_last: false }, bytes.subarray(0, 20_000));
    server.clock.advance(61 * 60_000);
    // No sweep is needed: expired reservations are released for whoever needs the room.
    await itemOf(await client.binary({ name: 'b.bin' }, Buffer.alloc(60_000)));
    expect(await account()).toMatchObject({ used: 60_000, reserved: 20_000 });
    const rest = () =>
      client.chunk({ name, size: bytes.length, offset: 20_000, is_last: true }, bytes.subarray(20_000));
    expect((await rest()).status).toBe(423);
    expect(await client.offset(name)).toBe(20_000);
    await setCapacity(2 * capacity);
    await itemOf(await rest());
    await settledAt(110_000);
  });

  it('makes room when it expires for all uploads that need it at the same moment', async () => {
    const name = chunkName('a.bin');
    await client.chunk({ name, size: 90_000, offset: 0, is_last: false }, bytes.subarray(0, 20_000));
    server.clock.advance(61 * 60_000);
    const upload = (name: string) => client.binary({ name }, Buffer.alloc(10_000));
    const answers = await Promise.all(['1', '2', '3', '4', '5', '6', '7', '8'].map(upload));
    expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
  });

  it('ends by a sweep, too, and with the upload', async () => {
    const name = chunkName('a.bin');
    await client.chunk({ name, size: bytes.length, offset: 0, is_last: false }, bytes.subarray(0, 20_000));
    server.clock.advance(61 * 60_000);
    await server.services.sweep();
    expect(await account()).toMatchObject({ used: 0, reserved: 20_000 });
    server.clock.advance(24 * 60 * 60_000);
    await server.services.sweep();
    await settledAt(0);
    expect(await staged()).toEqual([]);
  });

  it('is renewed while bytes arrive, however slowly', async () => {
    const socket = client.open('POST /api/upload?name=slow.bin HTTP/1.1\r\nContent-Length: 60000');
    const answer = answerOn(socket);
    socket.write(randomBytes(20_000));
    await eventually(async () => expect(await reservations()).toHaveLength(1));
    const [begun] = await reservations();
    server.clock.advance(90_000);
    socket.write(randomBytes(20_000));
    await eventually(async () =>
      expect((await reservations())[0]?.expires_at).toBeGreaterThan(begun?.expires_at ?? Infinity),
    );
    server.clock.advance(90_000);
    await server.services.usage.sweep();
    expect(await account()).toMatchObject({ reserved: 60_000 });
    socket.write(randomBytes(20_000));
    expect((await answer).status).toBe(201);
    socket.destroy();
    await settledAt(60_000);
  });

  it('that has expired is reserved again at the end', async () => {
    const socket = client.open('POST /api/upload?name=late.bin HTTP/1.1\r\nContent-Length: 60000');
    const answer = answerOn(socket);
    socket.write(randomBytes(59_000));
    await eventually(async () => expect(await staged()).toHaveLength(1));
    server.clock.advance(10 * 60_000);
    await server.services.usage.sweep();
    await settledAt(0);
    await itemOf(await client.binary({ name: 'faster.bin' }, Buffer.alloc(60_000)));
    socket.write(randomBytes(1_000));
    expect((await answer).status).toBe(423);
    socket.destroy();
    expect(await client.names()).toEqual(['faster.bin']);
    expect(await stored()).toHaveLength(1);
    await settledAt(60_000);
  });

  it('follows a body of unknown length up to the last byte of the capacity', async () => {
    const send = async (length: number) => {
      const socket = client.open('POST /api/upload?name=stream HTTP/1.1\r\nTransfer-Encoding: chunked');
      const answer = answerOn(socket);
      socket.write(`${length.toString(16)}\r\n`);
      socket.write(Buffer.alloc(length));
      socket.write('\r\n0\r\n\r\n');
      const { status } = await answer;
      socket.destroy();
      return status;
    };
    expect(await send(capacity + 1)).toBe(423);
    await settledAt(0);
    expect(await send(capacity)).toBe(201);
    await settledAt(capacity);
  });

  it('fits chunks of any size in one session, smaller ones after a cut at the same offset', async () => {
    const name = chunkName('a.bin');
    const at = (offset: number, length: number, is_last = false) =>
      client.chunk({ name, size: bytes.length, offset, is_last }, bytes.subarray(offset, offset + length));
    await at(0, 30_000);
    // The parser keeps back a carriage return, with which a boundary could begin.
    bytes[34_999] = 0;
    // A proxy splits a large chunk: it continues from the same offset in small ones.
    const head = `--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n${name}\r\n--b\r\nContent-Disposition: form-data; name="size"\r\n\r\n${bytes.length}\r\n--b\r\nContent-Disposition: form-data; name="offset"\r\n\r\n30000\r\n--b\r\nContent-Disposition: form-data; name="is_last"\r\n\r\ntrue\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n`;
    const cut = client.open(
      'POST /api/upload/chunks HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 30000',
    );
    cut.write(head);
    cut.write(bytes.subarray(30_000, 35_000));
    await eventually(async () => expect(await client.offset(name)).toBe(35_000));
    cut.destroy();
    await eventually(async () => expect(await sessions()).toMatchObject([{ received: 35_000 }]));
    for (const [offset, length] of [
      [30_000, 8_000],
      [38_000, 4_000],
      [42_000, 1],
      [42_001, 2_000],
    ] as const) {
      expect((await at(offset, length)).status).toBe(200);
      expect(await account()).toMatchObject({ used: 0, reserved: bytes.length });
    }
    await itemOf(await at(44_001, bytes.length, true));
    await settledAt(bytes.length);
  });

  it('is committed by category', async () => {
    const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
    await itemOf(await client.binary({ name: 'a.png' }, png));
    await itemOf(await client.chunk({ name: chunkName('b.pdf'), is_last: true }, Buffer.from('%PDF-1.7')));
    await itemOf(await client.binary({ name: 'c.unknown', upload_id: 'c' }, Buffer.alloc(10)));
    expect(await account()).toMatchObject({ images: png.length, documents: 8, others: 10 });
    await settledAt(png.length + 18);
  });
});

it('an upload begun without a limit continues under one, and the other way round', async () => {
  const plan = (type: 'none' | 'fixed'): Promise<void> => saveSettings(server, { subscription_type: type });
  const bytes = randomBytes(30_000);
  const at = (name: string, offset: number, is_last: boolean) =>
    client.chunk({ name, size: 30_000, offset, is_last }, bytes.subarray(offset, offset + 15_000));
  const [first, second] = [chunkName('1.bin'), chunkName('2.bin')];
  await plan('none');
  await at(first, 0, false);
  expect(await account()).toMatchObject({ used: 0, reserved: 0 });
  await plan('fixed');
  await at(second, 0, false);
  expect(await account()).toMatchObject({ used: 0, reserved: 30_000 });
  await itemOf(await at(first, 15_000, true));
  await plan('none');
  await itemOf(await at(second, 15_000, true));
  await settledAt(60_000);
});
