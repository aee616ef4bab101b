import type { Browse } from '@holdall/contract/files';
import type { ItemRef } from '@holdall/contract/selections';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testEmail } from '#testing/create-test-app.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada } = useTree();

const page = 'sort=name&direction=ASC&limit=50';

const createReader = async () => {
  const cookie = await server.signIn(testEmail);
  return (url: string, headers: Readonly<Record<string, string>> = {}) =>
    server.app.inject({ method: 'GET', url, headers: { cookie, ...headers } });
};
type Reader = Awaited<ReturnType<typeof createReader>>;

const tagOf = async (read: Reader, url: string): Promise<string> => String((await read(url)).headers['etag']);

test('a listing that is the same is answered with 304, and stays private', async () => {
  const folder = await ada.folder('folder');
  await ada.file('file', folder);
  const read = await createReader();
  const url = `/api/browse/folders/${folder.id}?${page}`;
  const first = await read(url);
  const etag = String(first.headers['etag']);
  expect(etag).toMatch(/^W\/"[\w-]{43}"$/);
  expect(first.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'content-type': 'application/json; charset=utf-8',
  });
  expect(first.json<Browse>().files.data).toHaveLength(1);
  const same = await read(url, { 'if-none-match': etag });
  expect([same.statusCode, same.body, same.headers['etag']]).toEqual([304, '', etag]);
  expect(same.headers['cache-control']).toBe('private, no-store');
  const among = await read(url, { 'if-none-match': `"other", ${etag}` });
  expect(among.statusCode).toBe(304);
  const compressed = await read(url, { 'accept-encoding': 'br' });
  expect(compressed.headers['etag']).toBe(etag);
  const cookie = await server.signIn(testEmail);
  const head = await server.app.inject({ method: 'HEAD', url, headers: { cookie } });
  expect([head.statusCode, head.body, head.headers['etag']]).toEqual([200, '', etag]);
});

test('whatever a listing tells is in its tag', async () => {
  const outer = await ada.folder('outer');
  const folder = await ada.folder('folder', outer);
  const file = await ada.file('file', folder);
  const read = await createReader();
  const url = `/api/browse/folders/${folder.id}?${page}`;
  const update = (change: string) => sql`update items set ${sql.raw(change)} where id = ${file.id}`;
  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    'a name': () => ada.rename(file, { name: 'renamed' }),
    'the name of a folder above': () => ada.rename(outer, { name: 'renamed' }),
    'a thumbnail': () => update(`preview_state = 'ready', preview_width = 1`).execute(server.parts.db),
    damage: () => update('damaged_at = 1').execute(server.parts.db),
    'a link': () => ada.call('POST', '/api/share', { ...file, expiration: 1 }),
    'the end of a link': async () => server.clock.advance(2 * 3_600_000),
    'another item': () => ada.folder('another', folder),
    'the trash': () => ada.remove([outer]),
  };
  for (const [name, change] of Object.entries(changes)) {
    const reader = name === 'the trash' ? await createReader() : read;
    const etag = await tagOf(reader, url);
    await change();
    const answer = await reader(url, { 'if-none-match': etag });
    expect([name, answer.statusCode]).toEqual([name, 200]);
    expect([name, answer.headers['etag'] === etag]).toEqual([name, false]);
  }
});

test('the tag of a listing is that of its page, its order, and its viewer', async () => {
  const folder = await ada.folder('folder');
  for (const name of ['a', 'b', 'c']) await ada.file(name, folder);
  const read = await createReader();
  const link: unknown = await ada.call('POST', '/api/share', folder);
  const { token } = (link as { data: { attributes: { token: string } } }).data.attributes;
  const of = (item: ItemRef, query: string) => `/api/browse/folders/${item.id}${query}`;
  const tags = await Promise.all([
    tagOf(read, of(folder, `?${page}`)),
    tagOf(read, of(folder, '?sort=name&direction=DESC&limit=50')),
    tagOf(read, of(folder, '?sort=name&direction=ASC&limit=2')),
    tagOf(read, of(folder, '?sort=name&direction=ASC&limit=2&offset=2')),
    tagOf(read, of(folder, `/${token}?${page}`)),
    tagOf(read, `/api/browse/folders/root?${page}`),
  ]);
  expect(new Set(tags).size).toBe(tags.length);
});
