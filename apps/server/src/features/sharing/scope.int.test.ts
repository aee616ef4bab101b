import type { ItemRef } from '@holdall/contract/selections';
import type { Item } from '@holdall/contract/files';
import type { SearchResults } from '@holdall/contract/listings';
import { beforeEach, describe, expect, test } from 'vitest';
import { useTree } from '#testing/use-tree.ts';

const { server, ada } = useTree();

interface Reply {
  readonly status: number;
  readonly code: string | undefined;
  readonly body: string;
  readonly cookie: string | undefined;
}
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Sends a request as a browser without an account. */
const guestCall = async (
  method: Method,
  url: string,
  { payload, cookie = '' }: { payload?: object; cookie?: string } = {},
): Promise<Reply> => {
  const answer = await server.app.inject({
    method,
    url,
    headers: { cookie },
    ...(payload === undefined ? {} : { payload }),
  });
  const { body } = answer;
  const isJson = answer.headers['content-type']?.includes('json') === true;
  const parsed = isJson ? answer.json<{ code?: string }>() : {};
  const [set] = answer.cookies;
  return {
    status: answer.statusCode,
    code: parsed.code,
    body,
    cookie: set === undefined ? undefined : `${set.name}=${set.value}`,
  };
};

const share = async (item: ItemRef, more: object = {}): Promise<string> => {
  const answer = await ada.call('POST', '/api/share', { ...item, ...more });
  expect(answer).toMatchObject({ status: 201 });
  const { data } = answer as unknown as { data: { attributes: { token: string } } };
  return data.attributes.token;
};

let outer: ItemRef;
let root: ItemRef;
let inner: ItemRef;
let inside: ItemRef;
let outside: ItemRef;
beforeEach(async () => {
  outer = await ada.folder('outer');
  root = await ada.folder('root', outer);
  inner = await ada.folder('inner', root);
  inside = await ada.file('inside.txt', inner);
  outside = await ada.file('outside.txt', outer);
});

test('a visitor sees the shared folder and nothing above or beside it', async () => {
  const token = await share(root);
  const opened = await guestCall('GET', `/api/browse/share/${token}`);
  expect(opened).toMatchObject({ status: 200 });
  expect(opened.body).not.toContain(outer.id);
  expect(opened.body).not.toContain('ada@');
  const listing = await guestCall('GET', `/api/browse/folders/root/${token}`);
  expect(listing).toMatchObject({ status: 200 });
  expect(listing.body).toContain('inner');
  expect(listing.body).not.toContain(outer.id);
  const below = await guestCall('GET', `/api/browse/folders/${inner.id}/${token}`);
  expect(JSON.parse(below.body)).toMatchObject({
    meta: { ancestors: [{ id: root.id }] },
    files: {
      data: [{ data: { id: inside.id } }],
    },
  });
  expect(below.body).toContain(`"/api/files/${inside.id}/content/${token}?v=`);
  for (const url of [
    `/api/browse/folders/${outer.id}/${token}`,
    `/api/items/${outside.id}/${token}`,
    `/api/files/${outside.id}/content/${token}`,
    `/api/zip/${token}?items=${outside.id}|file`,
    `/api/zip/${token}?items=${inside.id}|file,${outside.id}|file`,
    `/api/browse/navigation/${token}?parent_id=${outer.id}`,
  ])
    expect([url, (await guestCall('GET', url)).code]).toEqual([url, 'item.not_found']);
});

describe('an editor', () => {
  test('stays inside, never changes the root, and purges nothing', async () => {
    const token = await share(root, { permission: 'editor' });
    const post = (path: string, payload: object) => guestCall('POST', `/api/editor/${path}`, { payload });
    const refs = { inside: { ...inside }, outside: { ...outside }, root: { ...root } };
    expect(await post(`create-folder/${token}`, { name: 'out', parent_id: outer.id })).toMatchObject({
      code: 'item.not_found',
    });
    for (const parent of [{}, { parent_id: null }, { parent_id: root.id }]) {
      const made = await post(`create-folder/${token}`, { name: 'new', on_conflict: 'rename', ...parent });
      expect(made.status).toBe(201);
      const { data } = JSON.parse(made.body) as Item;
      expect(data.attributes.parent_id).toBe(root.id);
    }
    expect(await post(`move/${token}`, { to_id: outer.id, items: [refs.inside] })).toMatchObject({
      code: 'item.not_found',
    });
    expect(await post(`move/${token}`, { to_id: inner.id, items: [refs.outside] })).toMatchObject({
      code: 'item.not_found',
    });
    expect(await post(`move/${token}`, { to_id: inner.id, items: [refs.root] })).toMatchObject({
      code: 'share.root',
    });
    expect(await post(`remove/${token}`, { items: [refs.root] })).toMatchObject({ code: 'share.root' });
    expect(await post(`remove/${token}`, { items: [{ ...refs.inside, force_delete: true }] })).toMatchObject({
      code: 'share.forbidden',
    });
    expect(
      await guestCall('PATCH', `/api/editor/rename/${root.id}/${token}`, { payload: { name: 'x' } }),
    ).toMatchObject({ code: 'share.root' });
    // Moves from inside the shared folder to its top: null is the top of the share.
    expect(await post(`move/${token}`, { to_id: null, items: [refs.inside] })).toMatchObject({ status: 200 });
    expect(await ada.names(root)).toContain('inside.txt');
    expect(await post(`remove/${token}`, { items: [refs.inside] })).toMatchObject({ status: 200 });
    expect(await ada.names(root)).not.toContain('inside.txt');
    expect(await ada.restore([inside])).toMatchObject({ status: 200 });
  });

  test('loses the permission as soon as the owner changes it', async () => {
    const token = await share(root, { permission: 'editor' });
    await ada.call('PATCH', `/api/share/${token}`, { permission: 'visitor' });
    const payload = { name: 'late' };
    expect(await guestCall('POST', `/api/editor/create-folder/${token}`, { payload })).toMatchObject({
      status: 403,
      code: 'share.forbidden',
    });
    await ada.call('POST', '/api/share/revoke', { tokens: [token], _method: 'delete' });
    expect(await guestCall('GET', `/api/browse/share/${token}`)).toMatchObject({ code: 'share.not_found' });
  });
});

test('a locked link reveals nothing but its type, and opens to the password alone', async () => {
  const token = await share(root, { password: 'harbour lights' });
  const locked = await guestCall('GET', `/api/browse/share/${token}`);
  expect(locked).toMatchObject({ status: 401, code: 'share.locked' });
  expect(JSON.parse(locked.body)).toMatchObject({ shared: 'folder' });
  expect(locked.body).not.toContain('root');
  const url = `/api/browse/authenticate/${token}`;
  expect(await guestCall('POST', url, { payload: { password: 'wrong' } })).toMatchObject({
    code: 'share.wrong_password',
  });
  const { cookie } = await guestCall('POST', url, { payload: { password: 'harbour lights' } });
  expect(await guestCall('GET', `/api/browse/share/${token}`, { cookie: cookie ?? '' })).toMatchObject({
    status: 200,
  });
  await ada.call('PATCH', `/api/share/${token}`, { password: 'harbour lights' });
  expect(await guestCall('GET', `/api/browse/share/${token}`, { cookie: cookie ?? '' })).toMatchObject({
    code: 'share.locked',
  });
});

test('an item in the trash cannot be reached by its link', async () => {
  const token = await share(root);
  await ada.remove([outer]);
  expect(await guestCall('GET', `/api/browse/share/${token}`)).toMatchObject({ code: 'share.not_found' });
});

test('a search finds items below the shared folder, and reveals nothing above', async () => {
  const token = await share(root);
  await ada.file('inside notes.txt', outer);
  await ada.remove([await ada.file('inside the trash.txt', inner)]);
  const { body } = await guestCall('GET', `/api/search/${token}?query=inside`);
  const { files } = JSON.parse(body) as SearchResults;
  expect(files.data.map(({ data, meta }) => [data.id, meta.ancestors.map(({ id }) => id)])).toEqual([
    [inside.id, [root.id, inner.id]],
  ]);
});
