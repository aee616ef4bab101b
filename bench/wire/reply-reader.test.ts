import { expect, test } from 'vitest';
import { createReplyReader } from './reply-reader.ts';

interface Seen {
  status: number;
  type: string | undefined;
  body: string;
  reusable: boolean | undefined;
}

/** Feeds a conversation in pieces of so many bytes. */
const read = (text: string, pieceSize: number, methods: readonly string[] = ['GET', 'GET']) => {
  const seen: Seen[] = [];
  const left = [...methods];
  const reader = createReplyReader({
    head: ({ status, header }) =>
      seen.push({ status, type: header('content-type'), body: '', reusable: undefined }),
    body: (piece) => {
      const last = seen.at(-1);
      if (last !== undefined) last.body += piece.toString();
    },
    end: (reusable) => {
      const last = seen.at(-1);
      if (last !== undefined) last.reusable = reusable;
      reader.expect(left.shift() ?? 'GET');
    },
  });
  reader.expect(left.shift() ?? 'GET');
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceSize) reader.feed(bytes.subarray(at, at + pieceSize));
  return { seen, reader };
};

const sizes = [1, 2, 3, 7, 64, 10_000];

test.each(sizes)('answers with a length are read in pieces of %i', (size) => {
  const { seen } = read(
    'HTTP/1.1 200 OK\r\nContent-Type: text/plain \r\nContent-Length: 5\r\n\r\nhello' +
      'HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n',
    size,
  );
  expect(seen).toEqual([
    { status: 200, type: 'text/plain', body: 'hello', reusable: true },
    { status: 404, type: undefined, body: '', reusable: false },
  ]);
});

test.each(sizes)('chunks, their extensions and trailers are read in pieces of %i', (size) => {
  const { seen } = read(
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\nC\r\n, you\r\nthere\r\n0\r\nx: y\r\n\r\n' +
      'HTTP/1.1 201 Created\r\nContent-Length: 1\r\n\r\n!',
    size,
  );
  expect(seen.map(({ status, body, reusable }) => [status, body, reusable])).toEqual([
    [200, 'hello, you\r\nthere', true],
    [201, '!', true],
  ]);
});

test.each(sizes)('an announcement and answers without a body are read in pieces of %i', (size) => {
  const { seen } = read(
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n' +
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
    size,
    ['PUT', 'HEAD', 'GET'],
  );
  expect(seen.map(({ status, body }) => [status, body])).toEqual([
    [204, ''],
    [200, ''],
    [200, 'ok'],
  ]);
});

test('an answer without a length ends with its connection', () => {
  const { seen, reader } = read('HTTP/1.0 200 OK\r\n\r\nall of it', 4);
  expect(seen).toEqual([{ status: 200, type: undefined, body: 'all of it', reusable: undefined }]);
  expect(reader.close()).toBe(true);
  expect(seen[0]?.reusable).toBe(false);
});

test('a truncated reply is an error', () => {
  const { reader } = read('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf', 64);
  expect(reader.close()).toBe(false);
});

test('a reply that is not HTTP is reported as such', () => {
  expect(() => read('SSH-2.0-OpenSSH\r\n\r\n', 64)).toThrow(/no HTTP answer/);
  expect(() => read('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 64)).toThrow(/no chunk/);
});
