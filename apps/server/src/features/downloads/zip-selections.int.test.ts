import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Item } from '@holdall/contract/files';
import type { ItemRef } from '@holdall/contract/selections';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { entryNames, unpack } from '#testing/archives.ts';
import { createUploadClient, type UploadClient } from '#testing/upload-client.ts';

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
    expect(entryNames(await unpack(archive, folder))).toHaveLength(30);
  });

  it('may be everything in a folder but some, or the whole account', async () => {
    const top = await makeFolder('top');
    const [a] = [await put('a', randomBytes(1), top), await put('b', randomBytes(1), top)];
    await put('c', randomBytes(1));
    const some = await prepare({ all_of: { id: top.data.id, except: [a.data.id] } });
    expect(
      entryNames(await unpack(await fetchZip(some.json<{ data: { url: string } }>().data.url), folder)),
    ).toEqual(['b']);
    const whole = await prepare({ all_of: { id: 'root' } });
    expect(
      entryNames(await unpack(await fetchZip(whole.json<{ data: { url: string } }>().data.url), folder)),
    ).toEqual(['c', 'top/', 'top/a', 'top/b']);
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
