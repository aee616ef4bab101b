import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { entryNames, fetchZip, unpack, zipPath } from '#testing/archives.ts';
import { plantItems } from '#testing/plant-items.ts';
import { sha256 } from '#testing/upload-client.ts';
import { useUploads } from '#testing/use-uploads.ts';

const { server, client, cookie } = useUploads();

describe('an archive', () => {
  it('contains folders and files unchanged, empty folders included', async () => {
    const top = await client.folder('Fotos 📷 äöü');
    const inner = await client.folder('inner', top);
    await client.folder('empty', inner);
    const bytes = randomBytes(200_000);
    const own = Date.UTC(2001, 1, 3, 4, 5, 6);
    const file = { name: 'größe.bin', parent_id: inner.data.id, last_modified: own };
    expect((await client.binary(file, bytes)).status).toBe(201);
    await client.put('nothing.txt', new Uint8Array(), top);
    const entries = await unpack(await fetchZip(client, zipPath(top)));
    expect(entries.map(({ name }) => name).sort()).toEqual([
      'Fotos 📷 äöü/',
      'Fotos 📷 äöü/inner/',
      'Fotos 📷 äöü/inner/empty/',
      'Fotos 📷 äöü/inner/größe.bin',
      'Fotos 📷 äöü/nothing.txt',
    ]);
    const stored = entries.find(({ size }) => size > 0);
    const time = new Date(own);
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

  it('announces its length, name, type and validators before its bytes', async () => {
    const top = await client.folder('a"ü');
    await client.put('x', randomBytes(1000), top);
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
    const head = await server.app.inject({
      method: 'HEAD',
      url: zipPath(top),
      headers: { cookie: cookie() },
    });
    expect(head.headers).toMatchObject({
      'content-length': String(bytes.length),
      etag: answer.headers.get('etag'),
    });
    expect(head.body).toBe('');
    const unchanged = await client.get(zipPath(top), { 'if-none-match': answer.headers.get('etag') ?? '' });
    expect(unchanged.status).toBe(304);
  });

  it('is called files.zip unless it holds a single folder', async () => {
    const [one, two] = [await client.folder('one'), await client.put('two', randomBytes(1))];
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

  it('contains an item once that is selected together with a folder above it', async () => {
    const top = await client.folder('top');
    const inner = await client.folder('inner', top);
    const file = await client.put('a', randomBytes(10), inner);
    const archive = await fetchZip(client, zipPath(file, inner, top, top));
    expect(await entryNames(archive)).toEqual(['top/', 'top/inner/', 'top/inner/a']);
  });

  it('has relative names that every system can extract, and none twice', async () => {
    const top = await client.folder('top');
    for (const name of ['..\\..\\evil', 'C:\\x', 'a:b', 'a?b', 'con.txt', 'dot.', 'Case', 'case', 'x\u202by'])
      await client.put(name, randomBytes(3), top);
    expect(await entryNames(await fetchZip(client, zipPath(top)))).toEqual(
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
        'top/x\u202by',
      ].sort(),
    );
  });

  it('keeps items of one name from different folders apart', async () => {
    const [a, b] = [await client.folder('a'), await client.folder('b')];
    const [one, two] = [
      await client.put('same.txt', randomBytes(1), a),
      await client.put('same.txt', randomBytes(2), b),
    ];
    const entries = await unpack(await fetchZip(client, zipPath(one, two)));
    expect(entries.map(({ name, size }) => [name, size])).toEqual([
      ['same.txt', 1],
      ['same (1).txt', 2],
    ]);
  });

  it('omits trashed items, and refuses a trashed one by itself', async () => {
    const top = await client.folder('top');
    const inner = await client.folder('inner', top);
    const below = await client.put('below', randomBytes(10), inner);
    const kept = await client.put('kept', randomBytes(10), top);
    await client.post('/api/remove', { items: [{ id: inner.data.id, type: 'folder' }] });
    expect(await entryNames(await fetchZip(client, zipPath(top)))).toEqual(['top/', 'top/kept']);
    for (const path of [zipPath(inner), zipPath(below), zipPath(kept, below)]) {
      const answer = await client.get(path);
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'item.not_found' }]);
    }
  });

  it('covers many folders, deep ones and large ones', async () => {
    const top = await client.folder('top');
    const expected = ['top/'];
    let deep = top;
    let path = 'top/';
    for (let level = 0; level < 30; level += 1) {
      deep = await client.folder(`level ${level}`, deep);
      path += `level ${level}/`;
      expected.push(path);
    }
    const { db, clock } = server.parts;
    const { id: ownerId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    await plantItems(db, { ownerId, parent: deep.data, type: 'folder', count: 4_500, now: clock.now() });
    for (let index = 0; index < 4_500; index += 1) expected.push(`${path}folder ${index}/`);
    expect(await entryNames(await fetchZip(client, zipPath(top)))).toEqual(expected.sort());
  });
});
