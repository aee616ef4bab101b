import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Item } from '@holdall/contract/files';
import type { Storage } from '@holdall/contract/storage';
import { batchType } from '@holdall/contract/upload-batch.limits';
import { beforeEach, describe, expect, it } from 'vitest';
import { batchOf } from '#testing/batch-of.ts';
import { testPassword } from '#testing/create-test-app.ts';
import { eventually } from '#testing/eventually.ts';
import { photo } from '#testing/media-files.ts';
import { answerOn, chunkName } from '#testing/upload-client.ts';
import { createUploadHarness, itemOf, problemOf } from '#testing/use-uploads.ts';

const { server, client, start, clientOf, nobody } = createUploadHarness();

const size = 300_000;
const bytes = randomBytes(size);
const contentOf = ({ data }: Item): string => `/api/files/${data.id}/content`;
const traffic = async () => {
  const { upload, download } = ((await (await client.get('/api/user/storage')).json()) as Storage).data.meta
    .traffic;
  return { upload, download };
};
/** Runs work, and expects that it counts exactly so much, also a while later. */
const counts = async (
  work: () => Promise<number>,
  direction: 'upload' | 'download' = 'download',
): Promise<number> => {
  const before = await traffic();
  const expected = { ...before, [direction]: before[direction] + (await work()) };
  await eventually(async () => expect(await traffic()).toEqual(expected));
  // Counts on their way have arrived once another request is answered.
  expect((await client.get('/api/user')).status).toBe(200);
  expect(await traffic()).toEqual(expected);
  return expected[direction] - before[direction];
};
const bodyOf = async (answer: Response, status = 200): Promise<number> => {
  expect(answer.status).toBe(status);
  return (await answer.arrayBuffer()).byteLength;
};

describe('the traffic of downloads', () => {
  let file: Item;
  beforeEach(async () => {
    await start();
    file = await itemOf(await client.binary({ name: 'a.bin' }, bytes));
  });

  it('counts the length of a whole file, for each of several downloads at once', async () => {
    expect(await counts(async () => bodyOf(await client.get(contentOf(file))))).toBe(size);
    await counts(async () => {
      const all = await Promise.all(Array.from({ length: 5 }, () => client.get(contentOf(file))));
      const lengths = await Promise.all(all.map((answer) => bodyOf(answer)));
      expect(lengths).toEqual(Array.from({ length: 5 }, () => size));
      return 5 * size;
    });
  });

  it.each([
    ['bytes=10-19', 10],
    ['bytes=-5', 5],
    ['bytes=299990-', 10],
    ['bytes=299990-999999', 10],
  ])('counts %i for the range %s', async (range, length) => {
    await counts(async () => {
      expect(await bodyOf(await client.get(contentOf(file), { range }), 206)).toBe(length);
      return length;
    });
  });

  it('counts the body of several ranges, as its head announces it', async () => {
    await counts(async () => {
      const answer = await client.get(contentOf(file), { range: 'bytes=0-9,100-199,-1' });
      expect(answer.headers.get('content-type')).toContain('multipart/byteranges');
      const length = await bodyOf(answer, 206);
      expect(length).toBe(Number(answer.headers.get('content-length')));
      expect(length).toBeGreaterThan(111);
      return length;
    });
  });

  it('counts the whole file that is sent in place of a range of an old version', async () => {
    const whole = counts(async () =>
      bodyOf(await client.get(contentOf(file), { range: 'bytes=0-9', 'if-range': '"gone"' })),
    );
    expect(await whole).toBe(size);
  });

  it('counts nothing for answers without the file’s bytes', async () => {
    const { headers } = await client.get(contentOf(file), { range: 'bytes=0-0' });
    const etag = headers.get('etag') ?? '';
    await counts(async () => 0);
    await counts(async () => {
      expect((await client.get(contentOf(file), { 'if-none-match': etag })).status).toBe(304);
      expect((await client.get(contentOf(file), { 'if-match': '"other"' })).status).toBe(412);
      expect((await client.get(contentOf(file), { range: 'bytes=999999-' })).status).toBe(416);
      expect((await nobody().get(contentOf(file))).status).toBe(401);
      const otherUser = await clientOf('eve@example.com');
      expect((await otherUser.get(contentOf(file))).status).toBe(404);
      for (const path of [contentOf(file), `/api/zip?items=${file.data.id}|file`]) {
        const head = await server.app.inject({
          method: 'HEAD',
          url: path,
          headers: { cookie: await server.signIn() },
        });
        expect(head.statusCode).toBe(200);
        expect(Number(head.headers['content-length'])).toBeGreaterThanOrEqual(size);
      }
      return 0;
    });
  });

  it('counts archives, partial and prepared ones, too', async () => {
    const path = `/api/zip?items=${file.data.id}|file`;
    let whole = 0;
    await counts(async () => (whole = await bodyOf(await client.get(path))));
    expect(whole).toBeGreaterThan(size);
    await counts(async () => bodyOf(await client.get(path, { range: 'bytes=100-299' }), 206));
    await counts(async () => {
      const prepared = await client.post('/api/zip', { items: [{ id: file.data.id, type: 'file' }] });
      const { data } = (await prepared.json()) as { data: { url: string } };
      return bodyOf(await client.get(data.url));
    });
    await counts(async () => {
      const { headers } = await client.get(path, { range: 'bytes=0-9' });
      await client.get(path, { 'if-none-match': headers.get('etag') ?? '' });
      return 10;
    });
  });

  it('counts both of two downloads that share a connection', async () => {
    const both = counts(async () => {
      const cookie = await server.signIn();
      const request = `GET ${contentOf(file)} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nRange: bytes=0-99\r\n\r\n`;
      const socket = client.open(`${request}GET ${contentOf(file)} HTTP/1.1\r\nRange: bytes=0-49`);
      await received(socket, (text) => text.split('HTTP/1.1 206').length === 3);
      socket.destroy();
      return 150;
    });
    expect(await both).toBe(150);
  });

  it('counts the sent bytes of an aborted download, and not the rest', async () => {
    const large = await itemOf(await client.binary({ name: 'large.bin' }, Buffer.alloc(40_000_000)));
    for (const path of [contentOf(large), `/api/zip?items=${large.data.id}|file`]) {
      const before = (await traffic()).download;
      const socket = client.open(`GET ${path} HTTP/1.1`);
      let arrived = 0;
      await new Promise<void>((resolve) => {
        socket.on('data', (piece) => {
          arrived += piece.length;
          if (arrived > 5_000_000) resolve();
        });
      });
      socket.destroy();
      await eventually(async () => expect((await traffic()).download - before).toBeGreaterThan(4_000_000));
      await eventually(() => expect(server.logged.some((line) => line['aborted'] === true)).toBe(true));
      expect((await traffic()).download - before).toBeLessThan(40_000_000);
    }
  });

  it('counts no thumbnails', async () => {
    const picture = await itemOf(await client.binary({ name: 'a.jpg' }, await photo(1, 60, 40)));
    await server.services.prepare();
    const path = `/api/thumbnails/${picture.data.id}/sm`;
    await eventually(async () => expect((await client.get(path)).status).toBe(200));
    await counts(async () => {
      expect(await bodyOf(await client.get(path))).toBeGreaterThan(0);
      return 0;
    });
  });
});

/** Waits until a socket has received enough. */
const received = (socket: Socket, isEnough: (text: string) => boolean): Promise<void> =>
  new Promise((resolve) => {
    let text = '';
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
      if (isEnough(text)) resolve();
    });
  });

it('counts for the account that an access token acts for', async () => {
  await start();
  const made = await client.post('/api/user/tokens', {
    name: 'backup',
    scope: 'write',
    current_password: testPassword,
  });
  const { data } = (await made.json()) as { data: { attributes: { token: string } } };
  const headers = { authorization: `Bearer ${data.attributes.token}` };
  const program = nobody();
  let file: Item | undefined;
  const sent = counts(async () => {
    file = await itemOf(await program.binary({ name: 'a.bin' }, bytes, headers));
    return size;
  }, 'upload');
  expect(await sent).toBe(size);
  const fetched = counts(async () => {
    const path = file === undefined ? '' : contentOf(file);
    const part = await bodyOf(await program.get(path, { ...headers, range: 'bytes=0-999' }), 206);
    return part + (await bodyOf(await program.get(path, headers)));
  });
  expect(await fetched).toBe(size + 1_000);
});

describe('the traffic of uploads', () => {
  const sendAll = async (head: string, body: Buffer): Promise<number> => {
    const socket = client.open(
      `${head}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${body.length}`,
    );
    const answer = answerOn(socket);
    socket.write(body);
    // Counts still on their way follow the answer.
    return (await answer).status;
  };

  it('counts received bytes, nothing for an empty file, and repetitions again', async () => {
    await start();
    await counts(async () => {
      await itemOf(await client.binary({ name: 'a.bin' }, bytes));
      return size;
    }, 'upload');
    await counts(async () => {
      await itemOf(await client.binary({ name: 'empty' }, Buffer.alloc(0)));
      return 0;
    }, 'upload');
    const name = chunkName('b.bin');
    await counts(async () => {
      await client.chunk({ name, offset: 0, is_last: false }, bytes.subarray(0, 1_000));
      await client.chunk({ name, offset: 0, is_last: false }, bytes.subarray(0, 1_000));
      await itemOf(await client.chunk({ name, offset: 1_000, is_last: true }, bytes.subarray(1_000, 5_000)));
      return 6_000;
    }, 'upload');
    // The answer was lost: the client sends the last part again.
    await counts(async () => {
      await itemOf(await client.chunk({ name, offset: 1_000, is_last: true }, bytes.subarray(1_000, 5_000)));
      return 4_000;
    }, 'upload');
    expect((await traffic()).upload).toBe(size + 10_000);
  });

  it('counts the received bytes of an aborted upload', async () => {
    await start();
    await counts(async () => {
      const socket = client.open('POST /api/upload?name=a.bin HTTP/1.1\r\nContent-Length: 500000');
      socket.write(bytes.subarray(0, 123_456));
      await eventually(async () => expect((await traffic()).upload).toBe(123_456));
      socket.destroy();
      return 123_456;
    }, 'upload');
    expect(await client.names()).toEqual([]);
  });

  it('counts the received bytes of a refused upload', async () => {
    await start({ settings: { upload_limit: 100_000, mimetypes_blacklist: ['exe'] } });
    for (const [name, length, status] of [
      ['too-large.bin', size, 413],
      ['blocked.exe', 80_000, 422],
      ['small.exe', 100, 422],
      [`a.bin&parent_id=01900000-0000-7000-8000-000000000000`, 80_000, 404],
    ] as const) {
      await counts(async () => {
        expect(await sendAll(`POST /api/upload?name=${name} HTTP/1.1`, bytes.subarray(0, length))).toBe(
          status,
        );
        return length;
      }, 'upload');
    }
    expect(await client.names()).toEqual([]);
  });

  it('counts the files of a batch, whether they are stored, repeated or refused', async () => {
    await start({ settings: { upload_limit: 100_000 } });
    const stored = { name: 'a.txt', bytes: 'x'.repeat(5_000), upload_id: 'sent again' };
    const large = { name: 'large.txt', bytes: 'x'.repeat(200_000) };
    const body = Buffer.from(batchOf(stored, large, stored));
    await counts(async () => {
      const head = `POST /api/upload/batch HTTP/1.1\r\nContent-Type: ${batchType}\r\nConnection: close`;
      const socket = client.open(`${head}\r\nContent-Length: ${body.length}`);
      const answer = answerOn(socket);
      socket.write(body);
      expect((await answer).body.match(/"status":\d+/g)).toEqual([201, 413, 201].map((s) => `"status":${s}`));
      return 210_000;
    }, 'upload');
  });

  it('counts all received bytes of an upload that exceeds the limit', async () => {
    await start({ settings: { upload_limit: 100_000 } });
    await counts(async () => {
      const socket = client.open('POST /api/upload?name=a.bin HTTP/1.1\r\nTransfer-Encoding: chunked');
      const answer = answerOn(socket);
      socket.write(`${size.toString(16)}\r\n`);
      socket.write(bytes);
      socket.write('\r\n0\r\n\r\n');
      expect((await answer).status).toBe(413);
      return size;
    }, 'upload');
  });

  it('counts an upload without room, too', async () => {
    await start({ settings: { subscription_type: 'fixed', default_capacity: 1_000 } });
    await counts(async () => {
      expect(await sendAll('POST /api/upload?name=a.bin HTTP/1.1', bytes.subarray(0, 50_000))).toBe(423);
      return 50_000;
    }, 'upload');
  });

  it('counts anonymous bytes for no account', async () => {
    await start();
    await counts(async () => {
      expect(
        (await problemOf(await nobody().binary({ name: 'a.bin' }, bytes.subarray(0, 5_000)))).status,
      ).toBe(401);
      return 0;
    }, 'upload');
  });
});
