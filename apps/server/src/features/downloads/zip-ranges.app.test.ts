import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Item } from '@holdall/contract/files';
import { describe, expect, it } from 'vitest';
import { filesEvent } from '#ports/events.ts';
import { entryNames, zipPath } from '#testing/archives.ts';
import { eventually } from '#testing/eventually.ts';
import { sha256 } from '#testing/upload-client.ts';
import { useUploads } from '#testing/use-uploads.ts';

const run = promisify(execFile);

const { server, client, cookie, origin } = useUploads();

describe('a range of an archive', () => {
  const build = async (): Promise<{ path: string; whole: Buffer; etag: string; top: Item }> => {
    const top = await client.folder('top');
    for (let index = 0; index < 12; index += 1)
      await client.put(`file ${index}`, randomBytes(index * index * 5_000), top);
    const path = zipPath(top);
    const answer = await client.get(path);
    const whole = Buffer.from(await answer.arrayBuffer());
    return { path, whole, etag: answer.headers.get('etag') ?? '', top };
  };

  it('equals the slice of the whole', async () => {
    const { path, whole } = await build();
    for (const [start, end] of [
      [0, 0],
      [29, 500_000],
      [1_000_000, whole.length - 1],
      [whole.length - 22, whole.length - 1],
      [whole.length - 700, whole.length - 300],
    ] as const) {
      const answer = await client.get(path, { range: `bytes=${start}-${end}` });
      expect(answer.status).toBe(206);
      expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/${whole.length}`);
      expect(Buffer.from(await answer.arrayBuffer()).equals(whole.subarray(start, end + 1))).toBe(true);
    }
    const beyond = await client.get(path, { range: `bytes=${whole.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`]);
  });

  it('is resumed by curl after an interruption', async () => {
    const { path, whole } = await build();
    const file = join(server.dataDir, 'resumed.zip');
    for (const at of [1, 40_000, whole.length - 5]) {
      await writeFile(file, whole.subarray(0, at));
      await run('curl', ['-sf', '-C', '-', '-o', file, '-H', `cookie: ${cookie()}`, `${origin()}${path}`]);
      const { stdout } = await run('sha256sum', [file]);
      expect(stdout.slice(0, 64)).toBe(sha256(whole));
    }
  });

  it('becomes the whole new archive once anything below has changed', async () => {
    const { path, whole, etag, top } = await build();
    const headers = { range: 'bytes=100-', 'if-range': etag };
    const same = await client.get(path, headers);
    expect([same.status, sha256(new Uint8Array(await same.arrayBuffer()))]).toEqual([
      206,
      sha256(whole.subarray(100)),
    ]);
    const added = await client.put('more', randomBytes(5), top);
    server.parts.events.publish(
      filesEvent({
        ownerId: (await server.services.users.findByEmail('ada@example.com'))?.id ?? '',
        origin: undefined,
        containers: [top.data.id],
        itemIds: [added.data.id],
      }),
    );
    const other = await client.get(path, headers);
    expect(other.status).toBe(200);
    expect(other.headers.get('etag')).not.toBe(etag);
    expect(await entryNames(Buffer.from(await other.arrayBuffer()))).toContain('top/more');
    const refused = await client.get(path, { 'if-match': etag });
    expect([refused.status, await refused.json()]).toMatchObject([412, { code: 'download.precondition' }]);
  });

  it('is the same archive after a restart: the tag depends on the files alone', async () => {
    const { path, etag } = await build();
    server.clock.advance(120_000);
    const again = await client.get(path);
    await again.arrayBuffer();
    expect(again.headers.get('etag')).toBe(etag);
  });
});

describe('a failing blob', () => {
  it('cuts the connection instead of ending a wrong archive', async () => {
    const top = await client.folder('top');
    await client.put('a', randomBytes(3_000_000), top);
    const lost = await client.put('b', randomBytes(100_000), top);
    const { key } = await server.parts.db
      .selectFrom('items')
      .innerJoin('blobs', 'blobs.id', 'items.blob_id')
      .select('key')
      .where('items.id', '=', lost.data.id)
      .executeTakeFirstOrThrow();
    await rm(join(server.dataDir, 'blobs', key.slice(0, 2), key.slice(2, 4), key));
    const answer = await client.get(zipPath(top));
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
    const whole = await client.get('/health/live');
    expect(whole.status).toBe(200);
  });
});

describe('the layout of an archive', () => {
  it('is kept until its answer is sent or abandoned, also while that waits for its connection', async () => {
    const { zip } = server.services;
    const open = zip.open.bind(zip);
    const seen = { asked: 0, held: 0 };
    zip.open = async (...args) => {
      const archive = await open(...args);
      seen.held += 1;
      seen.asked += 1;
      let given = false;
      const release = (): void => {
        if (!given) seen.held -= 1;
        given = true;
        archive.release();
      };
      return { ...archive, release };
    };
    const large = await client.put('large', randomBytes(24 * 1024 * 1024));
    const path = zipPath(await client.put('a', Buffer.from('a')));
    const tag = (await client.get(path)).headers.get('etag') ?? '';
    const headers = { cookie: cookie() };
    expect((await server.app.inject({ method: 'HEAD', url: path, headers })).statusCode).toBe(200);
    await eventually(() => expect(seen).toEqual({ asked: 2, held: 0 }));

    const socket = connect(Number(new URL(origin()).port), '127.0.0.1').pause();
    const ask = (method: string, target: string, more = ''): void => {
      socket.write(`${method} ${target} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie()}\r\n${more}\r\n`);
    };
    ask('GET', `/api/files/${large.data.id}/content`);
    ask('HEAD', path);
    ask('GET', path);
    ask('GET', path, `If-None-Match: ${tag}\r\n`);
    ask('GET', path);
    // An answer without a body does not wait.
    await eventually(() => expect(seen).toMatchObject({ asked: 6, held: 2 }));
    socket.destroy();
    await eventually(() => expect(seen.held).toBe(0));
  });
});
