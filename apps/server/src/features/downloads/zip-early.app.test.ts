import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Item } from '@holdall/contract/files';
import { beforeEach, describe, expect, it } from 'vitest';
import { fetchZip, unpack, zipPath } from '#testing/archives.ts';
import { createGuestClient } from '#testing/guest-client.ts';
import { useUploads } from '#testing/use-uploads.ts';
import { createZipService } from './zip.service.ts';

const { server, client, cookie, origin } = useUploads();

/** Lets archives of more than so many entries begin before their layout is complete. */
const beginEarly = (maxExactEntries: number, maxEntries = 1_000): void => {
  const { db, clock, events, storage } = server.parts;
  const { stores } = storage;
  Object.assign(
    server.services.zip,
    createZipService({ db, stores, clock, events, maxExactEntries, maxEntries }),
  );
};

let top: Item;
let path: string;
let exact: Buffer;
let etag: string;
beforeEach(async () => {
  top = await client.folder('top');
  for (const folder of ['a', 'b', 'c']) {
    const inner = await client.folder(folder, top);
    for (const name of ['one', 'two']) await client.put(`${name}.txt`, Buffer.from(folder + name), inner);
    await client.folder('deeper', inner);
  }
  path = zipPath(top);
  const answer = await client.get(path);
  etag = answer.headers.get('etag') ?? '';
  exact = Buffer.from(await answer.arrayBuffer());
});

describe('a very large archive', () => {
  it('begins before its layout is complete, without length and tag, and has the same bytes', async () => {
    beginEarly(2);
    const answer = await client.get(path);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringContaining('top.zip') as string,
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-cache',
    });
    expect(answer.headers.has('content-length')).toBe(false);
    expect(answer.headers.has('etag')).toBe(false);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.equals(exact)).toBe(true);
    expect(await unpack(bytes)).toHaveLength(13);
  });

  it('has its exact length and ranges for a client that requests a range, a condition or the head', async () => {
    beginEarly(2);
    const head = await server.app.inject({ method: 'HEAD', url: path, headers: { cookie: cookie() } });
    expect(head.headers).toMatchObject({ 'content-length': String(exact.length), etag });
    beginEarly(2);
    const rest = await client.get(path, { range: 'bytes=100-' });
    expect(rest.status).toBe(206);
    expect(Buffer.from(await rest.arrayBuffer()).equals(exact.subarray(100))).toBe(true);
    beginEarly(2);
    expect((await client.get(path, { 'if-none-match': etag })).status).toBe(304);
  });

  it('is answered exactly over HTTP/1.0, where a truncated answer without a length looks complete', async () => {
    beginEarly(2);
    const socket = connect(Number(new URL(origin()).port), '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.0\r\nHost: x\r\nCookie: ${cookie()}\r\n\r\n`);
    expect((await text(socket)).toLowerCase()).toContain(`content-length: ${exact.length}`);
  });

  it('is prepared without a complete layout', async () => {
    beginEarly(2);
    const answer = await client.post('/api/zip', { items: [{ id: top.data.id, type: 'folder' }] });
    const { data } = (await answer.json()) as { data: { url: string; size: number | null } };
    expect(data).toMatchObject({ name: 'top.zip', size: null, entries: null });
    expect((await fetchZip(client, data.url)).equals(exact)).toBe(true);
  });

  it('is refused before its first byte when it would have too many entries', async () => {
    beginEarly(2, 12);
    const answer = await client.get(path);
    expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'zip.too_large' }]);
    beginEarly(2, 13);
    expect((await fetchZip(client, path)).equals(exact)).toBe(true);
  });

  it('has its exact layout for guests of a link with a limit, who may resume it by its tag', async () => {
    const headersFor = async (folder: Item, limit: number | null) => {
      const { id, type } = folder.data;
      const answer = await client.post('/api/share', { id, type, download_limit: limit });
      const { data } = (await answer.json()) as { data: { attributes: { token: string } } };
      const url = `/api/zip/${data.attributes.token}?items=${id}|${type}`;
      return (await createGuestClient(server).get(url)).headers;
    };
    const other = await client.folder('other');
    for (const name of ['a', 'b', 'c']) await client.folder(name, other);
    beginEarly(2);
    expect(await headersFor(other, null)).not.toHaveProperty('etag');
    expect(await headersFor(top, 3)).toHaveProperty('etag', etag);
  });
});
