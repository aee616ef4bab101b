import { randomBytes } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { answerOn, chunkName } from '#testing/upload-client.ts';
import { useUploads } from '#testing/use-uploads.ts';

const { server, client, cookie } = useUploads();

const field = (name: string, value: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (content: string, name = 'file'): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="blob"\r\nContent-Type: application/octet-stream\r\n\r\n${content}\r\n`;
const end = '--b--\r\n';
const good = (): string => field('name', chunkName('a.txt')) + field('is_last', 'true');

const post = (payload: string | Buffer, type = 'multipart/form-data; boundary=b') =>
  server.app.inject({
    method: 'POST',
    url: '/api/upload/chunks',
    headers: { cookie: cookie(), 'content-type': type },
    payload,
  });

const openFiles = async (): Promise<number> => {
  const targets = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return targets.filter((target) => target.startsWith(join(server.dataDir, 'staging'))).length;
};

describe('a form', () => {
  it('is accepted with its fields before its file', async () => {
    expect((await post(good() + file('hello') + end)).statusCode).toBe(201);
  });

  it.each([
    ['without a file', good() + end, 422, { file: [expect.any(String)] }],
    [
      'with its fields after its file',
      file('x') + good() + end,
      422,
      { name: [expect.any(String)], is_last: [expect.any(String)] },
    ],
    ['without is_last', field('name', 'x') + file('x') + end, 422, { is_last: [expect.any(String)] }],
    [
      'with a field that nobody knows',
      good() + field('evil', '1') + file('x') + end,
      422,
      { evil: [expect.any(String)] },
    ],
    [
      'with a field that is there twice',
      good() + field('name', 'x') + file('x') + end,
      422,
      { name: [expect.any(String)] },
    ],
    [
      'with __proto__',
      good() + field('__proto__', 'x') + file('x') + end,
      422,
      { ['__proto__']: [expect.any(String)] },
    ],
    ['with another file', good() + file('x', 'avatar') + end, 422, { avatar: [expect.any(String)] }],
    [
      'with a field of 100 kB',
      good() + field('path', 'x'.repeat(100_000)) + file('x') + end,
      422,
      { path: [expect.any(String)] },
    ],
    [
      'with an offset that is no number',
      good() + field('offset', 'x') + file('x') + end,
      422,
      { offset: [expect.any(String)] },
    ],
    [
      'with a negative offset',
      good() + field('offset', '-1') + file('x') + end,
      422,
      { offset: [expect.any(String)] },
    ],
  ])('%s is refused by name', async (...[, payload, status, errors]) => {
    const answer = await post(payload);
    expect(answer.statusCode).toBe(status);
    expect(Object.entries(answer.json<{ errors: object }>().errors)).toEqual(Object.entries(errors));
    expect(await client.names()).toEqual([]);
  });

  it.each([
    ['of another type', 'hello', 'text/plain', 415],
    ['of JSON', '{}', 'application/json', 415],
    ['without a boundary', good() + file('x') + end, 'multipart/form-data', 415],
    ['with an empty boundary', good() + file('x') + end, 'multipart/form-data; boundary=', 400],
    [
      'with 100 fields',
      Array.from({ length: 100 }, (_, at) => field(`f${at}`, '1')).join('') + file('x') + end,
      'multipart/form-data; boundary=b',
      400,
    ],
    ['with another boundary', good() + file('x') + end, 'multipart/form-data; boundary=other', 400],
    ['that breaks off in its fields', good().slice(0, 60), 'multipart/form-data; boundary=b', 400],
    [
      'that breaks off in its file',
      good() + file('x'.repeat(1000)).slice(0, -500),
      'multipart/form-data; boundary=b',
      400,
    ],
    ['that is empty', '', 'multipart/form-data; boundary=b', 400],
    [
      'with a nameless part',
      `--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n${file('x')}${end}`,
      'multipart/form-data; boundary=b',
      400,
    ],
    [
      'with endless headers',
      `--b\r\n${'X-A: b\r\n'.repeat(10_000)}\r\n${end}`,
      'multipart/form-data; boundary=b',
      422,
    ],
  ])('%s is refused', async (...[, payload, type, status]) => {
    const answer = await post(payload, type);
    expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status });
    expect(answer.headers['content-type']).toMatch(/problem\+json/);
    expect(await client.names()).toEqual([]);
  });

  it('is not accepted as a file by the endpoint of binary bodies', async () => {
    expect(
      (
        await client.binary({ name: 'a' }, Buffer.from(end), {
          'content-type': 'multipart/form-data; boundary=b',
        })
      ).status,
    ).toBe(415);
  });

  it.runIf(process.platform === 'linux')(
    'that breaks a thousand times leaves the process and its descriptors as they were',
    async () => {
      const whole = Buffer.from(good() + field('path', 'x/a.txt') + file('y'.repeat(3_000)) + end);
      for (let round = 0; round < 1_000; round += 1) {
        const broken = Buffer.from(whole);
        const noise = randomBytes(4);
        for (const byte of noise) broken[Math.floor((byte / 256) * 250) + (round % 50)] = byte;
        const answer = await post(
          broken.subarray(0, round % 3 === 0 ? Math.floor(Math.random() * broken.length) : broken.length),
        );
        expect(answer.statusCode).toBeLessThan(500);
      }
      await eventually(async () => expect(await openFiles()).toBe(0));
      expect((await post(good() + file('fine') + end)).statusCode).toBe(201);
    },
    60_000,
  );

  it.runIf(process.platform === 'linux')(
    'cut off a hundred times leaves no descriptor open',
    async () => {
      const whole = good() + file('y'.repeat(200_000)) + end;
      for (let round = 0; round < 100; round += 1) {
        const socket = client.open(
          `POST /api/upload/chunks HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${whole.length}`,
        );
        await new Promise<void>((resolve) => {
          socket.write(whole.slice(0, (whole.length * round) / 100), () => resolve());
        });
        socket.destroy();
      }
      await eventually(async () => expect(await openFiles()).toBe(0));
      expect(await client.names()).toEqual([]);
      expect(server.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    },
    60_000,
  );
});

it('a compressed body is refused by both endpoints', async () => {
  const headers = { 'content-encoding': 'gzip' };
  expect((await client.binary({ name: 'a' }, Buffer.from('x'), headers)).status).toBe(415);
  const form = await server.app.inject({
    method: 'POST',
    url: '/api/upload/chunks',
    headers: { ...headers, cookie: cookie(), 'content-type': 'multipart/form-data; boundary=b' },
    payload: good() + file('x') + end,
  });
  expect(form.statusCode).toBe(415);
  expect(await client.names()).toEqual([]);
});

describe('a request with conflicting framing', () => {
  it.each([
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6'],
    ['a length and transfer chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked'],
    ['a length that is no number', 'Content-Length: five'],
  ])('with %s is refused', async (_, headers) => {
    const socket = client.open(`POST /api/upload?name=a HTTP/1.1\r\n${headers}`);
    const answer = answerOn(socket);
    socket.write('hello');
    expect((await answer).status).toBe(400);
    expect(await client.names()).toEqual([]);
  });
});
