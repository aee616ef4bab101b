import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Item } from '@holdall/contract/files';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { filesEvent } from '#ports/events.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { entryNames, unpack } from '#testing/archives.ts';
import { createUploadClient, sha256, type UploadClient } from '#testing/upload-client.ts';

const run = promisify(execFile);

let server: TestApp;
let cookie: string;
let origin: string;
let client: UploadClient;
let folder: string;
beforeEach(async () => {
  server = await createTestApp();
  cookie = await server.signIn();
  origin = await server.listen();
  client = createUploadClient(origin, cookie);
  folder = await mkdtemp(join(tmpdir(), 'holdall-zip-'));
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const put = async (name: string, bytes: Uint8Array, parent?: Item): Promise<Item> =>
  (await (
    await client.binary({ name, ...(parent === undefined ? {} : { parent_id: parent.data.id }) }, bytes)
  ).json()) as Item;
const makeFolder = async (name: string, parent?: Item): Promise<Item> => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/create-folder',
    headers: { cookie },
    payload: { name, parent_id: parent?.data.id ?? null },
  });
  return answer.json<Item>();
};
const zipPath = (...items: Item[]): string =>
  `/api/zip?items=${encodeURIComponent(items.map(({ data }) => `${data.id}|${data.type}`).join(','))}`;
const fetchZip = async (path: string): Promise<Buffer> => {
  const answer = await client.get(path);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};
const remove = (...items: Item[]) =>
  server.parts.db
    .updateTable('items')
    .set({ deleted_at: 1 })
    .where(
      'id',
      'in',
      items.map(({ data }) => data.id),
    )
    .execute();

describe('an archive', () => {
  it('holds folders and files as they are, empty folders included', async () => {
    const top = await makeFolder('Fotos 📷 äöü');
    const inner = await makeFolder('inner', top);
    await makeFolder('empty', inner);
    const bytes = randomBytes(200_000);
    const file = await put('größe.bin', bytes, inner);
    await put('nothing.txt', new Uint8Array(), top);
    const entries = await unpack(await fetchZip(zipPath(top)), folder);
    expect(entryNames(entries)).toEqual([
      'Fotos 📷 äöü/',
      'Fotos 📷 äöü/inner/',
      'Fotos 📷 äöü/inner/empty/',
      'Fotos 📷 äöü/inner/größe.bin',
      'Fotos 📷 äöü/nothing.txt',
    ]);
    const stored = entries.find(({ size }) => size > 0);
    const time = new Date(file.data.attributes.updated_at);
    expect(stored).toMatchObject({ sha256: sha256(bytes), size: 200_000, mode: 0o100644 });
    expect(stored?.date.slice(0, 5)).toEqual([
      time.getUTCFullYear(),
      time.getUTCMonth() + 1,
      time.getUTCDate(),
      time.getUTCHours(),
      time.getUTCMinutes(),
    ]);
    expect(entries[0]?.mode).toBe(0o040755);
  });

  it('tells its length, name, type and validators before its bytes', async () => {
    const top = await makeFolder('a"ü');
    await put('x', randomBytes(1000), top);
    const answer = await client.get(zipPath(top));
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-length': String(bytes.length),
      'content-type': 'application/zip',
      'content-disposition': expect.stringContaining("filename*=UTF-8''a%22%C3%BC.zip") as string,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/) as string,
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect(answer.headers.has('last-modified')).toBe(false);
    const head = await server.app.inject({ method: 'HEAD', url: zipPath(top), headers: { cookie } });
    expect(head.headers).toMatchObject({
      'content-length': String(bytes.length),
      etag: answer.headers.get('etag'),
    });
    expect(head.body).toBe('');
    const unchanged = await client.get(zipPath(top), { 'if-none-match': answer.headers.get('etag') ?? '' });
    expect(unchanged.status).toBe(304);
  });

  it('is files.zip where it holds more than one folder', async () => {
    const [one, two] = [await makeFolder('one'), await put('two', randomBytes(1))];
    for (const [path, name] of [
      [zipPath(one, two), 'files.zip'],
      [zipPath(two), 'files.zip'],
      [zipPath(one), 'one.zip'],
    ] as const) {
      const answer = await client.get(path);
      await answer.arrayBuffer();
      expect(answer.headers.get('content-disposition')).toContain(name);
    }
  });

  it('holds an item once that is selected together with a folder above it', async () => {
    const top = await makeFolder('top');
    const inner = await makeFolder('inner', top);
    const file = await put('a', randomBytes(10), inner);
    const entries = await unpack(await fetchZip(zipPath(file, inner, top, top)), folder);
    expect(entryNames(entries)).toEqual(['top/', 'top/inner/', 'top/inner/a']);
  });

  it('has relative names that every system can unpack, and none twice', async () => {
    const top = await makeFolder('top');
    for (const name of ['..\\..\\evil', 'C:\\x', 'a:b', 'a?b', 'con.txt', 'dot.', 'Case', 'case', 'x\u202ey'])
      await put(name, randomBytes(3), top);
    const entries = await unpack(await fetchZip(zipPath(top)), folder);
    expect(entryNames(entries)).toEqual(
      [
        'top/',
        'top/.._.._evil',
        'top/C__x',
        'top/a_b',
        'top/a_b (1)',
        'top/_con.txt',
        'top/dot_',
        'top/Case',
        'top/case (1)',
        'top/x\u202ey',
      ].sort(),
    );
  });

  it('keeps items of one name apart that come from different folders', async () => {
    const [a, b] = [await makeFolder('a'), await makeFolder('b')];
    const [one, two] = [await put('same.txt', randomBytes(1), a), await put('same.txt', randomBytes(2), b)];
    const entries = await unpack(await fetchZip(zipPath(one, two)), folder);
    expect(entries.map(({ name, size }) => [name, size])).toEqual([
      ['same.txt', 1],
      ['same (1).txt', 2],
    ]);
  });

  it('leaves out what is in the trash, and refuses it by itself', async () => {
    const top = await makeFolder('top');
    const inner = await makeFolder('inner', top);
    const below = await put('below', randomBytes(10), inner);
    const kept = await put('kept', randomBytes(10), top);
    await remove(inner);
    expect(entryNames(await unpack(await fetchZip(zipPath(top)), folder))).toEqual(['top/', 'top/kept']);
    for (const path of [zipPath(inner), zipPath(below), zipPath(kept, below)]) {
      const answer = await client.get(path);
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'item.not_found' }]);
    }
  });

  it('looks into many folders, deep ones and large ones', async () => {
    const top = await makeFolder('top');
    const expected = ['top/'];
    let deep = top;
    let path = 'top/';
    for (let level = 0; level < 30; level += 1) {
      deep = await makeFolder(`level ${level}`, deep);
      path += `level ${level}/`;
      expected.push(path);
    }
    const { db } = server.parts;
    const { id: owner } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const rows = Array.from({ length: 4_500 }, (_, index) => ({
      id: `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      owner_id: owner,
      parent_id: deep.data.id,
      type: 'folder' as const,
      name: `n${String(index).padStart(5, '0')}`,
      sort_key: '',
      search_key: '',
      created_at: index,
      updated_at: index,
    }));
    for (let start = 0; start < rows.length; start += 500)
      await db
        .insertInto('items')
        .values(rows.slice(start, start + 500))
        .execute();
    await db.updateTable('items').set({ items_count: 4_500 }).where('id', '=', deep.data.id).execute();
    expected.push(...rows.map(({ name }) => `${path}${name}/`));
    expect(entryNames(await unpack(await fetchZip(zipPath(top)), folder))).toEqual(expected.sort());
  });
});

describe('a range of an archive', () => {
  const build = async (): Promise<{ path: string; whole: Buffer; etag: string; top: Item }> => {
    const top = await makeFolder('top');
    for (let index = 0; index < 12; index += 1)
      await put(`file ${index}`, randomBytes(index * index * 5_000), top);
    const path = zipPath(top);
    const answer = await client.get(path);
    const whole = Buffer.from(await answer.arrayBuffer());
    return { path, whole, etag: answer.headers.get('etag') ?? '', top };
  };

  it('is the slice of the whole', async () => {
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

  it('is resumed by curl after it broke off', async () => {
    const { path, whole } = await build();
    const origin = await client.get('/health/live').then((answer) => new URL(answer.url).origin);
    const file = join(folder, 'resumed.zip');
    for (const at of [1, 40_000, whole.length - 5]) {
      await writeFile(file, whole.subarray(0, at));
      await run('curl', ['-sf', '-C', '-', '-o', file, '-H', `cookie: ${cookie}`, `${origin}${path}`]);
      const { stdout } = await run('sha256sum', [file]);
      expect(stdout.slice(0, 64)).toBe(sha256(whole));
    }
  });

  it('becomes the whole new archive once something below has changed', async () => {
    const { path, whole, etag, top } = await build();
    const wish = { range: 'bytes=100-', 'if-range': etag };
    const same = await client.get(path, wish);
    expect([same.status, sha256(new Uint8Array(await same.arrayBuffer()))]).toEqual([
      206,
      sha256(whole.subarray(100)),
    ]);
    const added = await put('more', randomBytes(5), top);
    server.parts.events.publish(
      filesEvent({
        ownerId: (await server.services.users.findByEmail('ada@example.com'))?.id ?? '',
        origin: undefined,
        containers: [top.data.id],
        itemIds: [added.data.id],
      }),
    );
    const other = await client.get(path, wish);
    expect(other.status).toBe(200);
    expect(other.headers.get('etag')).not.toBe(etag);
    expect(entryNames(await unpack(Buffer.from(await other.arrayBuffer()), folder))).toContain('top/more');
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

describe('a blob that fails', () => {
  it('cuts the connection instead of ending a wrong archive', async () => {
    const top = await makeFolder('top');
    await put('a', randomBytes(3_000_000), top);
    const lost = await put('b', randomBytes(100_000), top);
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

describe('what is known of an archive', () => {
  it('is held until its answer is sent or given up, also while that waits for its connection', async () => {
    const { zip } = server.services;
    const open = zip.open.bind(zip);
    const seen = { asked: 0, held: 0 };
    zip.open = async (...wish) => {
      const archive = await open(...wish);
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
    const large = await put('large', randomBytes(24 * 1024 * 1024));
    const path = zipPath(await put('a', Buffer.from('a')));
    const tag = (await client.get(path)).headers.get('etag') ?? '';
    expect((await server.app.inject({ method: 'HEAD', url: path, headers: { cookie } })).statusCode).toBe(
      200,
    );
    await vi.waitFor(() => expect(seen).toEqual({ asked: 2, held: 0 }));

    const socket = connect(Number(new URL(origin).port), '127.0.0.1').pause();
    const ask = (method: string, target: string, more = ''): void => {
      socket.write(`${method} ${target} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n${more}\r\n`);
    };
    ask('GET', `/api/files/${large.data.id}/content`);
    ask('HEAD', path);
    ask('GET', path);
    ask('GET', path, `If-None-Match: ${tag}\r\n`);
    ask('GET', path);
    // What has no body is answered without waiting.
    await vi.waitFor(() => expect(seen).toMatchObject({ asked: 6, held: 2 }));
    socket.destroy();
    await vi.waitFor(() => expect(seen.held).toBe(0));
  });
});
