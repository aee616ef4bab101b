import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { chunkName, sha256 } from '#testing/upload-client.ts';
import { itemOf, useUploads } from '#testing/use-uploads.ts';

const { server, client, sessions, staged } = useUploads();

/** The checksum thread counts it; other files are too small for that. */
const bytes = randomBytes(11_000_003);
const expectSums = async (): Promise<void> => {
  const blob = await server.parts.db.selectFrom('blobs').selectAll().executeTakeFirstOrThrow();
  expect(blob).toMatchObject({ sha256: sha256(bytes), crc32: crc32(bytes), size: bytes.length });
};

it('a large file has its checksums', async () => {
  const file = await client.put('a.bin', bytes);
  expect(await client.downloadedSha256(file)).toBe(sha256(bytes));
  await expectSums();
});

it('a large file sent in chunks has its checksums, also after a broken connection', async () => {
  const name = chunkName('a.bin');
  const fields = { name, size: bytes.length };
  await client.chunk({ ...fields, is_last: false }, bytes.subarray(0, 5_000_000));
  const path = `/api/upload?name=a.bin&upload_id=${name}&size=${bytes.length}&offset=5000000`;
  const socket = client.open(`POST ${path} HTTP/1.1\r\nContent-Length: ${bytes.length - 5_000_000}`);
  socket.write(bytes.subarray(5_000_000, 7_500_000));
  await eventually(async () => expect(await client.offset(name)).toBe(7_500_000));
  socket.destroy();
  await eventually(async () => expect(await sessions()).toMatchObject([{ received: 7_500_000 }]));
  const rest = { name: 'a.bin', upload_id: name, size: bytes.length, offset: 7_500_000 };
  await itemOf(await client.binary(rest, bytes.subarray(7_500_000)));
  await expectSums();
});

describe('when the checksum thread fails', () => {
  /** Ends the thread as soon as it exists. */
  const endThread = () => {
    const ended = vi.fn((thread: Worker) => void thread.terminate());
    process.once('worker', ended);
    onTestFinished(() => void process.off('worker', ended));
    return ended;
  };

  it('an upload fails and can be continued', async () => {
    const query = { name: 'a.bin', upload_id: 'one', size: bytes.length };
    const ended = endThread();
    expect((await client.binary({ ...query, offset: 0 }, bytes)).status).toBe(500);
    expect(ended).toHaveBeenCalled();
    const offset = await client.offset('one');
    await itemOf(await client.binary({ ...query, offset }, bytes.subarray(offset)));
    await expectSums();
  });

  it('an upload that cannot be continued leaves nothing, and the next one is counted', async () => {
    const ended = endThread();
    expect((await client.binary({ name: 'a.bin' }, bytes)).status).toBe(500);
    expect(ended).toHaveBeenCalled();
    expect([await client.names(), await staged()]).toEqual([[], []]);
    await client.put('a.bin', bytes);
    await expectSums();
  });
});

it('a large file that is sent again is recognized by its checksum', async () => {
  const query = { name: 'a.bin', upload_id: 'again', size: bytes.length, offset: 0 };
  const first = await itemOf(await client.binary(query, bytes));
  const second = await itemOf(await client.binary(query, bytes));
  expect(second.data.id).toBe(first.data.id);
  const other = Buffer.from(bytes);
  other[10_999_999] = (other[10_999_999] ?? 0) ^ 1;
  expect((await client.binary(query, other)).status).toBe(409);
});
