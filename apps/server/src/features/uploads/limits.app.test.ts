import { beforeEach, describe, expect, it } from 'vitest';
import { answerOn, chunkName } from '#testing/upload-client.ts';
import { createUploadHarness, itemOf, problemOf } from '#testing/use-uploads.ts';

const { client, start, nothingStored } = createUploadHarness();

describe('an upload limit of 100,000 bytes', () => {
  beforeEach(() => start({ settings: { upload_limit: 100_000 } }));

  it('accepts a file of exactly that size', async () => {
    const full = await itemOf(await client.binary({ name: 'full.bin' }, Buffer.alloc(100_000)));
    expect(full.data.attributes.size).toBe(100_000);
  });

  it('refuses by the declared length before any byte is read', async () => {
    const socket = client.open('POST /api/upload?name=big.bin HTTP/1.1\r\nContent-Length: 100001');
    const { status, body } = await answerOn(socket);
    socket.destroy();
    expect(status).toBe(413);
    expect(JSON.parse(body)).toMatchObject({ code: 'upload.over_limit' });
    await nothingStored();
  });

  it('refuses by the declared size', async () => {
    const answer = await client.chunk(
      { name: chunkName('big.bin'), size: 100_001, is_last: false },
      Buffer.alloc(10),
    );
    expect(answer.status).toBe(413);
    await nothingStored();
  });

  it('refuses while bytes stream in, and the client sees the answer although it goes on sending', async () => {
    const socket = client.open('POST /api/upload?name=big.bin HTTP/1.1\r\nTransfer-Encoding: chunked');
    const answer = answerOn(socket);
    let sent = 0;
    const piece = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const sending = new Promise<void>((resolve) => {
      const send = (): void => {
        sent += 1;
        if (sent > 100) {
          socket.write('0\r\n\r\n', () => resolve());
          return;
        }
        socket.write(piece, send);
      };
      send();
    });
    const { status, body } = await answer;
    expect(status).toBe(413);
    expect(JSON.parse(body)).toMatchObject({ code: 'upload.over_limit' });
    // The rest of the body was drained, and the connection can be reused.
    await sending;
    const next = answerOn(socket);
    socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    expect((await next).status).toBe(200);
    socket.destroy();
    await nothingStored();
  });

  it('refuses small chunks that add up', async () => {
    const name = chunkName('sum.bin');
    for (let sum = 0; sum < 4; sum += 1) {
      expect((await client.chunk({ name, is_last: false }, Buffer.alloc(25_000))).status).toBe(200);
    }
    const answer = await client.chunk({ name, is_last: true }, Buffer.alloc(1));
    expect(answer.status).toBe(413);
    await nothingStored();
    expect((await client.get(`/api/upload/chunks/${name}`)).status).toBe(404);
  });
});

describe('a blacklist', () => {
  beforeEach(() => start({ settings: { mimetypes_blacklist: ['exe', 'text/html', 'image/*'] } }));
  const exe = Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(100)]);

  it.each([
    ['a declared type', { name: 'a.bin' }, Buffer.from('x'), 'text/html; charset=utf-8'],
    ['an extension', { name: 'a.ExE' }, Buffer.from('x'), 'application/octet-stream'],
    ['an extension before a dot', { name: 'a.exe.' }, Buffer.from('x'), 'application/octet-stream'],
    ['an extension before a space', { name: 'a.exe ' }, Buffer.from('x'), 'application/octet-stream'],
    ['an extension without a type', { name: 'a.png' }, Buffer.from('x'), ''],
    ['content', { name: 'a.txt' }, exe, 'text/plain'],
    ['content, however short', { name: 'a.txt' }, Buffer.from('<html>'), 'text/plain'],
  ])('blocks by %s at both endpoints', async (...[, { name }, bytes, type]) => {
    const answers = [
      await client.binary({ name }, bytes, type === '' ? {} : { 'content-type': type }),
      await client.chunk({ name: chunkName(name), path: name, is_last: true }, bytes, type),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(422);
      expect(await problemOf(answer)).toMatchObject({
        code: 'upload.blocked_type',
        errors: { file: [expect.any(String)] },
      });
    }
    await nothingStored();
  });

  it('blocks content that arrives byte by byte', async () => {
    const name = chunkName('a.txt');
    await client.chunk({ name, is_last: false }, exe.subarray(0, 1));
    await client.chunk({ name, is_last: false }, exe.subarray(1, 60));
    expect((await client.chunk({ name, is_last: true }, exe.subarray(60))).status).toBe(422);
    await nothingStored();
  });
});
