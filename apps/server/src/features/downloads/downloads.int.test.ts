import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Item } from '@holdall/contract/files';
import { beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '#testing/upload-client.ts';
import { useUploads } from '#testing/use-uploads.ts';

const { server, client, clientOf, nobody, cookie } = useUploads();

const content = ({ data }: Item): string => `/api/files/${data.id}/content`;
const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());
/** Sends the request without a connection, which would hide bytes sent in spite of the method. */
const head = (path: string, headers: Record<string, string>) =>
  server.app.inject({ method: 'HEAD', url: path, headers: { cookie: cookie(), ...headers } });

const isolation = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-cache',
};
const expectHeaders = (answer: Response, expected: Record<string, string>): void => {
  for (const [name, value] of Object.entries(expected))
    expect([name, answer.headers.get(name)]).toEqual([name, value]);
};

describe('a download', () => {
  it('has the bytes, their validators, and isolating headers', async () => {
    const bytes = randomBytes(3_000_000);
    const file = await client.put('a.bin', bytes);
    const answer = await client.get(content(file));
    expect(answer.status).toBe(200);
    expectHeaders(answer, {
      ...isolation,
      'content-length': '3000000',
      'content-type': 'application/octet-stream',
      'accept-ranges': 'bytes',
      etag: `"${sha256(bytes)}"`,
      'content-disposition': 'attachment; filename=a.bin',
    });
    expect(Date.parse(answer.headers.get('last-modified') ?? '')).toBeLessThanOrEqual(Date.now());
    expect((await bytesOf(answer)).equals(bytes)).toBe(true);
  });

  it('bears the file’s own time, and none that is in the future', async () => {
    const shownOf = async (time: number) => {
      const sent = await client.binary({ name: `${time}`, last_modified: time }, randomBytes(9));
      const dated = (await sent.json()) as Item;
      const answer = await head(content(dated), {});
      return Date.parse(String(answer.headers['last-modified']));
    };
    expect(await shownOf(Date.UTC(1999, 11, 31, 23, 59, 58, 999))).toBe(Date.UTC(1999, 11, 31, 23, 59, 58));
    expect(await shownOf(Date.UTC(2999, 0))).toBeLessThanOrEqual(Date.now());
  });

  it.each([0, 1, 65_536, 1_048_576])('of %i bytes has a HEAD without a body', async (size) => {
    const file = await client.put('a.bin', Buffer.alloc(size));
    const answer = await head(content(file), { range: 'bytes=0-0' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      ...isolation,
      'content-length': String(size),
      'accept-ranges': 'bytes',
    });
    expect(answer.body).toBe('');
  });

  it.each([
    ['a.png', '\x89PNG\r\n\x1a\n', 'image/png', 'inline'],
    ['a.mp4', '\0\0\0 ftypisom', 'video/mp4', 'inline'],
    ['a.mp3', 'ID3\x04', 'audio/mpeg', 'inline'],
    ['a.pdf', '%PDF-1.7', 'application/pdf', 'inline'],
    ['a.txt', 'words', 'text/plain; charset=utf-8', 'inline'],
    [
      'a.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
      'image/svg+xml',
      'attachment',
    ],
    ['a.html', '<script>1</script>', 'text/html; charset=utf-8', 'attachment'],
    ['a.txt', '<!doctype html><script>1</script>', 'text/html; charset=utf-8', 'attachment'],
    ['a.xhtml', '<?xml version="1.0"?><html xmlns="x">', 'application/xhtml+xml', 'attachment'],
    ['a.xsl', '<?xml version="1.0"?><xsl:stylesheet>', 'application/xml', 'attachment'],
    ['a.js', 'alert(1)', 'text/javascript; charset=utf-8', 'attachment'],
    ['a.md', '[x](javascript:1)', 'text/markdown; charset=utf-8', 'attachment'],
    ['a.csv', 'a,b', 'text/csv; charset=utf-8', 'attachment'],
  ])('of %s holding %j is %s, %s', async (...[name, text, type, disposition]) => {
    const file = await client.put(name, Buffer.from(text, 'latin1'));
    const answer = await client.get(content(file));
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('content-disposition')).toMatch(new RegExp(`^${disposition}; filename=`));
    expectHeaders(answer, isolation);
    const forced = await client.get(`${content(file)}?download`);
    expect(forced.headers.get('content-disposition')).toMatch(/^attachment; /);
  });

  it('names the file, whatever its name is', async () => {
    const file = await client.put('Ä "b"; x=\u{1f3d6}.txt', Buffer.from('x'));
    const answer = await client.get(content(file));
    expect(answer.headers.get('content-disposition')).toBe(
      `inline; filename="_ _b_; x=_.txt"; filename*=UTF-8''%C3%84%20%22b%22%3B%20x%3D%F0%9F%8F%96.txt`,
    );
  });

  it('is refused when the item is unknown, foreign, a folder, or forbidden', async () => {
    const file = await client.put('a.bin', Buffer.from('x'));
    await client.binary({ name: 'b', path: 'folder/' }, Buffer.from('x'));
    const [folder] = (await client.listing()).folders.data;
    const eve = await clientOf('eve@example.com');
    expect((await eve.get(content(file))).status).toBe(404);
    expect((await nobody().get(content(file))).status).toBe(401);
    expect((await client.get(`/api/files/${folder?.data.id}/content`)).status).toBe(404);
    expect((await client.get('/api/files/x/content')).status).toBe(404);
    expect((await client.get('/api/files/01a1fc2a-03ec-782f-9ccf-05ac4609c49b/content')).status).toBe(404);
    await server.parts.db.updateTable('users').set({ can_download: 0 }).execute();
    expect((await client.get(content(file))).status).toBe(403);
    await server.parts.db.updateTable('users').set({ can_download: 1 }).execute();
    await server.parts.db
      .updateTable('items')
      .set({ deleted_at: 1 })
      .where('id', '=', file.data.id)
      .execute();
    expect((await client.get(content(file))).status).toBe(404);
  });

  it('of bytes missing on the disk or in the database is refused as damaged, and never "not found"', async () => {
    const large = await client.put('a.bin', Buffer.alloc(20_000));
    const small = await client.put('b.bin', Buffer.from('x'));
    await rm(join(server.dataDir, 'blobs'), { recursive: true });
    expect((await client.get(content(small))).status).toBe(200);
    await server.parts.db.deleteFrom('blob_bytes').execute();
    for (const file of [large, small]) {
      const answer = await client.get(content(file));
      expect(answer.status).toBe(410);
      expect(await answer.json()).toMatchObject({ code: 'item.damaged' });
    }
  });
});

describe('a range', () => {
  const bytes = randomBytes(2_500_000);
  let path: string;
  let etag: string;
  beforeEach(async () => {
    path = content(await client.put('a.bin', bytes));
    etag = `"${sha256(bytes)}"`;
  });

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=1048570-1048585', 1_048_570, 1_048_585],
    ['bytes=2000000-', 2_000_000, 2_499_999],
    ['bytes=-5', 2_499_995, 2_499_999],
    ['bytes=5-99999999', 5, 2_499_999],
  ])('%s', async (range, start, end) => {
    const answer = await client.get(path, { range });
    expect(answer.status).toBe(206);
    expectHeaders(answer, {
      ...isolation,
      'content-range': `bytes ${start}-${end}/2500000`,
      'content-length': String(end - start + 1),
    });
    expect((await bytesOf(answer)).equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  it.each(['bytes=2500000-', 'bytes=-0'])('%s is not satisfiable', async (range) => {
    const answer = await client.get(path, { range });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe('bytes */2500000');
    expect(await answer.json()).toMatchObject({ code: 'download.range' });
  });

  it('of several parts is one multipart body of the announced length', async () => {
    const answer = await client.get(path, { range: 'bytes=10-19,1500000-1500004,-3' });
    expect(answer.status).toBe(206);
    expectHeaders(answer, isolation);
    const boundary = /^multipart\/byteranges; boundary=([0-9a-f]+)$/.exec(
      answer.headers.get('content-type') ?? '',
    )?.[1];
    const body = await bytesOf(answer);
    expect(body.length).toBe(Number(answer.headers.get('content-length')));
    const part = (start: number, end: number): string =>
      `\r\n--${boundary}\r\nContent-Type: application/octet-stream\r\nContent-Range: bytes ${start}-${end}/2500000\r\n\r\n${bytes.subarray(start, end + 1).toString('latin1')}`;
    expect(body.toString('latin1')).toBe(
      `${part(10, 19)}${part(1_500_000, 1_500_004)}${part(2_499_997, 2_499_999)}\r\n--${boundary}--\r\n`,
    );
  });

  it.each([
    ['100 overlapping ones', Array.from({ length: 100 }, () => '0-').join(',')],
    ['100 small ones', Array.from({ length: 100 }, (_, at) => `${at * 10}-${at * 10}`).join(',')],
    ['two that overlap', '0-10,5-20'],
    ['nonsense', 'a-b'],
  ])('of %s is the whole file, once', async (_, ranges) => {
    const answer = await client.get(path, { range: `bytes=${ranges}` });
    expect(answer.status).toBe(200);
    expect((await bytesOf(answer)).equals(bytes)).toBe(true);
  });

  it('counts only while the file is the one that If-Range names', async () => {
    const range = 'bytes=0-9';
    expect((await client.get(path, { range, 'if-range': etag })).status).toBe(206);
    expect((await client.get(path, { range, 'if-range': '"other"' })).status).toBe(200);
    expect((await client.get(path, { range, 'if-range': `W/${etag}` })).status).toBe(200);
  });

  it('of a conditional request is answered by whether the file has changed', async () => {
    const future = new Date(Date.now() + 3_600_000).toUTCString();
    const past = new Date(Date.now() - 3_600_000).toUTCString();
    const requests: [Record<string, string>, number][] = [
      [{ 'if-none-match': etag }, 304],
      [{ 'if-none-match': '*' }, 304],
      [{ 'if-none-match': `"x", W/${etag}` }, 304],
      // Other bytes may bear the same time, which is its owner's to choose.
      [{ 'if-modified-since': future }, 200],
      [{ 'if-match': '"x"' }, 412],
      [{ 'if-match': `W/${etag}` }, 412],
      [{ 'if-unmodified-since': past }, 200],
      [{ 'if-match': etag }, 200],
      [{ 'if-none-match': '"x"' }, 200],
      [{ 'if-modified-since': past }, 200],
      [{ 'if-unmodified-since': future }, 200],
    ];
    for (const [headers, status] of requests) {
      const answer = await client.get(path, headers);
      expect([headers, answer.status]).toEqual([headers, status]);
      await answer.arrayBuffer();
    }
    const unchanged = await client.get(path, { 'if-none-match': etag });
    expectHeaders(unchanged, { etag, 'cache-control': 'private, no-cache' });
    expect(unchanged.headers.get('content-length')).toBeNull();
  });
});
