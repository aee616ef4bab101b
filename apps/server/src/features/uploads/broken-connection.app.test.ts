import { randomBytes } from 'node:crypto';
import type { Item } from '@holdall/contract/files';
import { describe, expect, it } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { answerOn, chunkName, sha256 } from '#testing/upload-client.ts';
import { itemOf, useUploads } from '#testing/use-uploads.ts';

const { server, client, staged, sessions } = useUploads();

const boundary = 'edge';
/** The bytes of a form up to the content of its file. */
const formHead = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .concat(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="blob"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    )
    .join('');
describe('a connection that breaks', () => {
  const bytes = randomBytes(3_000_000);

  it('leaves nothing of a binary body without upload_id', async () => {
    const socket = client.open(`POST /api/upload?name=a.bin HTTP/1.1\r\nContent-Length: ${bytes.length}`);
    socket.write(bytes.subarray(0, 2_000_000));
    await eventually(async () => expect(await staged()).toHaveLength(1));
    socket.destroy();
    await eventually(async () => expect(await staged()).toEqual([]));
    expect(await client.names()).toEqual([]);
    expect(await sessions()).toEqual([]);
  });

  it('keeps the received bytes of a binary body with upload_id, and the upload continues there', async () => {
    const path = '/api/upload?name=a.bin&upload_id=up-1&size=3000000';
    const socket = client.open(`POST ${path} HTTP/1.1\r\nContent-Length: ${bytes.length}`);
    socket.write(bytes.subarray(0, 2_000_000));
    await eventually(async () => expect(await client.offset('up-1')).toBe(2_000_000));
    socket.destroy();
    await eventually(async () => expect(await sessions()).toMatchObject([{ received: 2_000_000 }]));
    expect(await client.offset('up-1')).toBe(2_000_000);
    expect(await client.names()).toEqual([]);
    const query = { name: 'a.bin', upload_id: 'up-1', size: bytes.length, offset: 2_000_000 };
    const file = await itemOf(await client.binary(query, bytes.subarray(2_000_000)));
    expect(await client.downloadedSha256(file)).toBe(sha256(bytes));
  });

  it('is waited for until the received bytes are durable', async () => {
    const { uploads } = server.services;
    await uploads.settled();
    const path = '/api/upload?name=a.bin&upload_id=up-1&size=3000000';
    const socket = client.open(`POST ${path} HTTP/1.1\r\nContent-Length: ${bytes.length}`);
    socket.write(bytes.subarray(0, 2_000_000));
    await eventually(async () => expect(await client.offset('up-1')).toBe(2_000_000));
    const settled = uploads.settled();
    socket.destroy();
    await settled;
    expect(await sessions()).toMatchObject([{ received: 2_000_000 }]);
  });

  const form = (fields: Record<string, string>, sent: Uint8Array) => {
    const head = formHead(fields);
    const socket = client.open(
      `POST /api/upload/chunks HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: 5000000`,
    );
    socket.write(head);
    socket.write(sent);
    return socket;
  };

  it('rolls a chunk without offset back to its start', async () => {
    const name = chunkName('a.bin');
    await client.chunk({ name, is_last: false }, bytes.subarray(0, 1_000_000));
    const socket = form({ name, is_last: 'false' }, bytes.subarray(1_000_000, 2_500_000));
    await eventually(async () => {
      const [key = ''] = await staged();
      expect(await server.blobs.stagedSize(key as never)).toBeGreaterThan(1_000_000);
    });
    socket.destroy();
    await eventually(async () => {
      const [key = ''] = await staged();
      expect(await server.blobs.stagedSize(key as never)).toBe(1_000_000);
    });
    expect(await client.offset(name)).toBe(1_000_000);
    const file = await itemOf(await client.chunk({ name, is_last: true }, bytes.subarray(1_000_000)));
    expect(await client.downloadedSha256(file)).toBe(sha256(bytes));
  });

  it('keeps the received bytes of a chunk with offset', async () => {
    const name = chunkName('a.bin');
    await client.chunk({ name, offset: 0, is_last: false }, bytes.subarray(0, 1_000_000));
    const socket = form({ name, offset: '1000000', is_last: 'false' }, bytes.subarray(1_000_000, 2_500_000));
    let known = 0;
    await eventually(async () => {
      known = await client.offset(name);
      expect(known).toBeGreaterThan(2_000_000);
    });
    socket.destroy();
    await eventually(async () => expect((await sessions())[0]?.received).toBeGreaterThanOrEqual(known));
    const offset = await client.offset(name);
    const file = await itemOf(await client.chunk({ name, offset, is_last: true }, bytes.subarray(offset)));
    expect(await client.downloadedSha256(file)).toBe(sha256(bytes));
  });

  it('gives way to a newer request when it is half-open', async () => {
    const path = '/api/upload?name=a.bin&upload_id=up-2&size=3000000';
    const stale = client.open(`POST ${path} HTTP/1.1\r\nContent-Length: ${bytes.length}`);
    const closed = new Promise((resolve) => stale.once('close', resolve));
    stale.write(bytes.subarray(0, 1_500_000));
    await eventually(async () => expect(await client.offset('up-2')).toBe(1_500_000));
    const query = { name: 'a.bin', upload_id: 'up-2', size: bytes.length, offset: 1_500_000 };
    const file = await itemOf(await client.binary(query, bytes.subarray(1_500_000)));
    await closed;
    expect(await client.downloadedSha256(file)).toBe(sha256(bytes));
  });

  it('is not mistaken for a slow one', async () => {
    const query = '/api/upload?name=a.bin&upload_id=up-3&size=100';
    const slow = client.open(`POST ${query} HTTP/1.1\r\nContent-Length: 100`);
    const answer = answerOn(slow);
    const second = client.binary(
      { name: 'a.bin', upload_id: 'up-3', size: 100, offset: 0 },
      bytes.subarray(0, 100),
    );
    for (let at = 0; at < 100; at += 4) {
      slow.write(bytes.subarray(at, at + 4));
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect((await answer).status).toBe(201);
    const again = await itemOf(await second);
    expect(again.data.id).toBe((JSON.parse((await answer).body) as Item).data.id);
    slow.destroy();
  }, 60_000);
});
