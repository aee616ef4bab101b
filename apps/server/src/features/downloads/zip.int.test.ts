import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Item } from '@holdall/contract/files';
import type { ItemRef } from '@holdall/contract/selections';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesEvent } from '#ports/events.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { createUploadClient, sha256, type UploadClient } from '#testing/upload-client.ts';

const run = promisify(execFile);

let server: TestApp;
let cookie: string;
let client: UploadClient;
let folder: string;
beforeEach(async () => {
  server = await createTestApp();
  cookie = await server.signIn();
  client = createUploadClient(await server.listen(), cookie);
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
const makeFolder = async (name: string, parent?: Item, as = cookie): Promise<Item> => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/create-folder',
    headers: { cookie: as },
    payload: { name, parent_id: parent?.data.id ?? null },
  });
  return answer.json<Item>();
};
const ref = ({ data: { id, type } }: Item): ItemRef => ({ id, type });
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

interface Unpacked {
  readonly name: string;
  readonly size: number;
  readonly date: number[];
  readonly mode: number;
  readonly sha256: string;
}
const reader = `
import hashlib, json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(json.dumps([{'name': i.filename, 'size': i.file_size, 'date': list(i.date_time), 'mode': i.external_attr >> 16,
  'sha256': hashlib.sha256(archive.read(i)).hexdigest()} for i in archive.infolist()]))`;

/** What three programs that share no code make of an archive. */
const unpack = async (archive: Buffer): Promise<Unpacked[]> => {
  const path = join(folder, 'a.zip');
  await writeFile(path, archive);
  await run('unzip', ['-tqq', path]);
  await run('7z', ['t', path]);
  const { stdout } = await run('python3', ['-c', reader, path], { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout) as Unpacked[];
};
const names = (entries: readonly Unpacked[]): string[] => entries.map(({ name }) => name).sort();

describe('an archive', () => {
  it('holds folders and files as they are, empty folders included', async () => {
    const top = await makeFolder('Fotos 📷 äöü');
    const inner = await makeFolder('inner', top);
    await makeFolder('empty', inner);
    const bytes = randomBytes(200_000);
    const file = await put('größe.bin', bytes, inner);
    await put('nothing.txt', new Uint8Array(), top);
    const entries = await unpack(await fetchZip(zipPath(top)));
    expect(names(entries)).toEqual([
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
    const entries = await unpack(await fetchZip(zipPath(file, inner, top, top)));
    expect(names(entries)).toEqual(['top/', 'top/inner/', 'top/inner/a']);
  });

  it('has relative names that every system can unpack, and none twice', async () => {
    const top = await makeFolder('top');
    for (const name of ['..\\..\\evil', 'C:\\x', 'a:b', 'a?b', 'con.txt', 'dot.', 'Case', 'case', 'x\u202ey'])
      await put(name, randomBytes(3), top);
    const entries = await unpack(await fetchZip(zipPath(top)));
    expect(names(entries)).toEqual(
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
    const entries = await unpack(await fetchZip(zipPath(one, two)));
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
    expect(names(await unpack(await fetchZip(zipPath(top))))).toEqual(['top/', 'top/kept']);
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
    expect(names(await unpack(await fetchZip(zipPath(top))))).toEqual(expected.sort());
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
    expect(names(await unpack(Buffer.from(await other.arrayBuffer())))).toContain('top/more');
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

describe('a prepared selection', () => {
  const prepare = (payload: object, as = cookie) =>
    server.app.inject({ method: 'POST', url: '/api/zip', headers: { cookie: as }, payload });

  it('is downloaded from the address that it answers', async () => {
    const items: Item[] = [];
    for (let index = 0; index < 30; index += 1) items.push(await put(`f${index}`, randomBytes(index)));
    const answer = await prepare({ items: items.map(ref) });
    expect(answer.statusCode).toBe(201);
    const { data } = answer.json<{ data: { url: string; size: number; entries: number; name: string } }>();
    const archive = await fetchZip(data.url);
    expect(data).toMatchObject({ size: archive.length, entries: 30, name: 'files.zip' });
    expect(names(await unpack(archive))).toHaveLength(30);
  });

  it('may be everything in a folder but some, or the whole account', async () => {
    const top = await makeFolder('top');
    const [a] = [await put('a', randomBytes(1), top), await put('b', randomBytes(1), top)];
    await put('c', randomBytes(1));
    const some = await prepare({ all_of: { id: top.data.id, except: [a.data.id] } });
    expect(names(await unpack(await fetchZip(some.json<{ data: { url: string } }>().data.url)))).toEqual([
      'b',
    ]);
    const whole = await prepare({ all_of: { id: 'root' } });
    expect(names(await unpack(await fetchZip(whole.json<{ data: { url: string } }>().data.url)))).toEqual([
      'c',
      'top/',
      'top/a',
      'top/b',
    ]);
    const empty = await prepare({ all_of: { id: (await makeFolder('empty')).data.id } });
    expect([empty.statusCode, empty.json()]).toMatchObject([404, { code: 'zip.empty' }]);
    const trash = await prepare({ all_of: { id: 'root', in: 'trash' } });
    expect([trash.statusCode, trash.json()]).toMatchObject([404, { code: 'item.not_found' }]);
  });

  it('is nobody else’s, lasts a day, and is swept', async () => {
    const file = await put('a', randomBytes(1));
    const { url } = (await prepare({ items: [ref(file)] })).json<{ data: { url: string } }>().data;
    await server.addUser('eve@example.com');
    const eve = await server.signIn('eve@example.com');
    const foreign = await server.app.inject({ url, headers: { cookie: eve } });
    expect([foreign.statusCode, foreign.json()]).toMatchObject([404, { code: 'item.not_found' }]);
    server.clock.advance(23 * 3_600_000);
    await server.services.sweep();
    cookie = await server.signIn();
    expect((await server.app.inject({ url, headers: { cookie } })).statusCode).toBe(200);
    server.clock.advance(3_600_001);
    expect((await server.app.inject({ url, headers: { cookie } })).statusCode).toBe(404);
    await server.services.sweep();
    expect(await server.parts.db.selectFrom('zip_selections').selectAll().execute()).toEqual([]);
  });

  it('is one of fifty at the most', async () => {
    const file = await put('a', randomBytes(1));
    for (let index = 0; index < 52; index += 1) await prepare({ items: [ref(file)] });
    expect(await server.parts.db.selectFrom('zip_selections').select('id').execute()).toHaveLength(50);
  });
});

describe('who may not', () => {
  it.each([
    ['', 'items'],
    ['?items=', 'items'],
    ['?items=x', 'items.0.id'],
    ['?items=018f0000-0000-7000-8000-000000000000|link', 'items.0.type'],
    [
      '?items=018f0000-0000-7000-8000-000000000000|file&selection=018f0000-0000-7000-8000-000000000000',
      'items',
    ],
    ['?selection=../x', 'selection'],
  ])('ask %j is told the field', async (query, field) => {
    const answer = await client.get(`/api/zip${query}`);
    expect(answer.status).toBe(422);
    expect(Object.keys(((await answer.json()) as { errors: object }).errors)).toContain(field);
  });

  it('see an item, or names it as what it is not, finds nothing', async () => {
    const [mine, folderOfMine] = [await put('a', randomBytes(1)), await makeFolder('b')];
    await server.addUser('eve@example.com');
    const eve = await server.signIn('eve@example.com');
    const hers = await makeFolder('hers', undefined, eve);
    const ask = async (path: string, as: string) => {
      const answer = await server.app.inject({ url: path, headers: { cookie: as } });
      return [answer.statusCode, answer.json<{ code: string }>().code];
    };
    const wrongType = `/api/zip?items=${mine.data.id}|folder`;
    for (const [path, as] of [
      [zipPath(mine), eve],
      [zipPath(hers, folderOfMine), eve],
      [zipPath(hers, mine), cookie],
      [wrongType, cookie],
    ] as const)
      expect(await ask(path, as)).toEqual([404, 'item.not_found']);
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/zip',
      headers: { cookie: eve },
      payload: { all_of: { id: folderOfMine.data.id } },
    });
    expect(answer.statusCode).toBe(404);
    expect((await server.app.inject({ url: zipPath(mine) })).statusCode).toBe(401);
  });

  it('download is told so, by every way', async () => {
    const file = await put('a', randomBytes(1));
    const prepared = await server.app.inject({
      method: 'POST',
      url: '/api/zip',
      headers: { cookie },
      payload: { items: [ref(file)] },
    });
    await server.parts.db.updateTable('users').set({ can_download: 0 }).execute();
    for (const url of [zipPath(file), prepared.json<{ data: { url: string } }>().data.url]) {
      const answer = await server.app.inject({ url, headers: { cookie } });
      expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'download.disabled' }]);
    }
    for (const payload of [{ items: [ref(file)] }, { all_of: { id: 'root' } }]) {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/zip',
        headers: { cookie },
        payload,
      });
      expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'download.disabled' }]);
    }
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
