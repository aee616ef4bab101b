import type { Browse, Item } from '@holdall/contract/files';
import type { ItemRef } from '@holdall/contract/selections';
import { beforeEach, describe, expect, test } from 'vitest';
import { createId } from '#ports/ids.ts';
import { createGuestClient, type GuestClient, revoke, shareOf } from '#testing/guest-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada } = useTree();

let outer: ItemRef;
let root: ItemRef;
let inner: ItemRef;
let inside: ItemRef;
let outside: ItemRef;
let token: string;
let guest: GuestClient;
beforeEach(async () => {
  outer = await ada.folder('outer');
  root = await ada.folder('root', outer);
  inner = await ada.folder('inner', root);
  inside = await ada.upload('inside.txt', 'inside');
  outside = await ada.upload('outside.txt', 'outside');
  await ada.move([inside], inner);
  await ada.move([outside], outer);
  token = await shareOf(ada, root, { permission: 'editor' });
  guest = createGuestClient(server);
});

/** Returns all rows, so that no change goes unnoticed. */
const everything = () =>
  Promise.all([
    server.parts.db
      .selectFrom('items')
      .select(['id', 'name', 'parent_id', 'deleted_at', 'purged_at', 'items_count'])
      .orderBy('id')
      .execute(),
    server.parts.db.selectFrom('upload_sessions').selectAll().execute(),
    server.parts.db.selectFrom('zip_selections').selectAll().execute(),
    server.parts.db.selectFrom('operations').selectAll().execute(),
  ]);

describe('an item outside the shared folder', () => {
  test.each<[string, () => string]>([
    ['browsing above', () => `/api/browse/folders/${outer.id}/${token}`],
    ['browsing by a page around an item beside it', () => `/api/browse/folders/${outside.id}/${token}`],
    ['details', () => `/api/items/${outside.id}/${token}`],
    ['bytes', () => `/api/files/${outside.id}/content/${token}`],
    ['an archive of it', () => `/api/zip/${token}?items=${outside.id}|file`],
    ['an archive with it', () => `/api/zip/${token}?items=${inside.id}|file,${outside.id}|file`],
    ['an archive of the folder above', () => `/api/zip/${token}?items=${outer.id}|folder`],
    ['the tree above', () => `/api/browse/navigation/${token}?parent_id=${outer.id}`],
  ])('does not exist: %s', async (_what, url) => {
    const answer = await guest.get(url());
    expect(answer).toMatchObject({ status: 404, code: 'item.not_found' });
    expect(answer.body).not.toContain('outside');
  });

  test('has no thumbnail, though the owner sees one', async () => {
    const pictured = { preview_state: 'ready' } as const;
    await server.parts.db.updateTable('items').set(pictured).where('id', '=', outside.id).execute();
    const foreign = await guest.get(`/api/thumbnails/${outside.id}/lg/${token}`);
    const unknown = await guest.get(`/api/thumbnails/01900000-0000-7000-8000-000000000000/lg/${token}`);
    expect(foreign).toMatchObject({ status: 404, code: 'thumbnail.not_found' });
    expect(foreign.body).toBe(unknown.body);
  });

  test('is not found by a search, nor by the folder of an item in a listing', async () => {
    const { body } = await guest.get(`/api/search/${token}?query=outside`);
    expect(body).not.toContain(outside.id);
    const around = await guest.get(`/api/browse/folders/root/${token}?around=${outside.id}`);
    expect(around.json<Browse>().meta.position ?? null).toBeNull();
  });

  test('is neither a target nor removable, and a batch that contains it changes nothing', async () => {
    const before = await everything();
    for (const [url, json] of [
      [`create-folder/${token}`, { name: 'x', parent_id: outer.id }],
      [`create-folder/${token}`, { name: 'x', parent_id: outside.id }],
      [`move/${token}`, { to_id: outer.id, items: [inside] }],
      [`copy/${token}`, { to_id: outer.id, items: [inside] }],
      [`move/${token}`, { to_id: inner.id, items: [outside] }],
      [`copy/${token}`, { to_id: inner.id, items: [outside] }],
      [`move/${token}`, { to_id: null, items: [inside, outside] }],
      [`copy/${token}`, { to_id: null, items: [inside, outside] }],
      [`move/${token}`, { to_id: inner.id, all_of: { id: outer.id } }],
      [`copy/${token}`, { to_id: inner.id, all_of: { id: outer.id } }],
      [`remove/${token}`, { items: [inside, outside] }],
      [`remove/${token}`, { all_of: { id: outer.id } }],
      [`remove/${token}`, { all_of: { id: 'root', in: 'trash' } }],
      [`rename/${outside.id}/${token}`, { name: 'x', _method: 'patch' }],
      [`upload/${token}?name=x&parent_id=${outer.id}`, undefined],
      [`upload/${token}?name=x&upload_id=some-upload-id&parent_id=${outer.id}`, undefined],
    ] as const) {
      const body = json === undefined ? { bytes: 'x' } : { json };
      const answer = await guest.call('POST', `/api/editor/${url}`, body);
      expect([url, answer.status, answer.code]).toEqual([url, 404, 'item.not_found']);
    }
    const fields = { name: 'some-chunk-name', path: '', extension: '', is_last: 'true', parent_id: outer.id };
    expect(await guest.chunk(token, fields, 'x')).toMatchObject({ status: 404, code: 'item.not_found' });
    expect(await guest.post(`/api/zip/${token}`, { items: [inside, outside] })).toMatchObject({
      status: 404,
    });
    expect(await guest.post(`/api/zip/${token}`, { all_of: { id: outer.id } })).toMatchObject({
      status: 404,
    });
    expect(await everything()).toEqual(before);
  });

  test.each(['', '0', 'null', 'root', '../', '%00', 'undefined'])(
    'is not reached by a parent called %j',
    async (parent) => {
      const before = await everything();
      const made = await guest.post(`/api/editor/create-folder/${token}`, { name: 'x', parent_id: parent });
      expect(made.status).toBe(422);
      for (const way of ['move', 'copy']) {
        const sent = await guest.post(`/api/editor/${way}/${token}`, { to_id: parent, items: [inside] });
        expect(sent.status).toBe(422);
      }
      expect(await everything()).toEqual(before);
      const sent = await guest.upload(
        token,
        { name: 'x', query: `parent_id=${encodeURIComponent(parent)}` },
        'x',
      );
      // As text in an address these two mean no parent.
      const isNone = parent === '' || parent === 'null';
      expect(sent.status).toBe(isNone ? 201 : 422);
      const parents = (await everything())[0].filter(({ name }) => name === 'x');
      expect(parents.map(({ parent_id: id }) => id)).toEqual(isNone ? [root.id] : []);
    },
  );

  test.each([
    ['../x.txt', 422],
    ['/../x.txt', 422],
    ['..\\x.txt', 422],
    ['a/../../x.txt', 422],
    ['a\0b/x.txt', 422],
    // Characters like all others: the folder has this name.
    ['%2e%2e/x.txt', 201],
  ])('is not reached by the path %j of an upload', async (path, status) => {
    const top = await ada.names();
    const beside = await ada.names(outer);
    const body = { name: 'x.txt', query: `path=${encodeURIComponent(path)}` };
    expect(await guest.upload(token, body, 'x')).toMatchObject({ status });
    expect(await ada.names()).toEqual(top);
    expect(await ada.names(outer)).toEqual(beside);
    expect((await ada.names(root)).length).toBe(status === 201 ? 2 : 1);
  });

  test('no parent, and null, mean the shared folder', async () => {
    for (const parent of [{}, { parent_id: null }]) {
      const made = await guest.post(`/api/editor/create-folder/${token}`, {
        name: 'new',
        on_conflict: 'rename',
        ...parent,
      });
      expect(made.json<Item>().data.attributes.parent_id).toBe(root.id);
    }
    const sent = await guest.upload(token, 'sent.txt', 'x');
    expect(sent.json<Item>().data.attributes.parent_id).toBe(root.id);
    const all = await guest.post(`/api/editor/move/${token}`, {
      to_id: inner.id,
      all_of: { id: 'root', except: [inner.id] },
    });
    expect(all).toMatchObject({ status: 200 });
    expect(await ada.names(root)).toEqual(['inner']);
    expect(await ada.names(outer)).toEqual(['root', 'outside.txt']);
  });
});

test('the shared folder itself cannot be changed, not even as one of many', async () => {
  const before = await everything();
  for (const [url, json] of [
    [`move/${token}`, { to_id: inner.id, items: [inside, root] }],
    [`copy/${token}`, { to_id: inner.id, items: [inside, root] }],
    [`remove/${token}`, { items: [root] }],
    [`remove/${token}`, { items: [inside, root] }],
    [`rename/${root.id}/${token}`, { name: 'mine', _method: 'patch' }],
    [`rename/${root.id}/${token}`, { color: '#258865', _method: 'patch' }],
  ] as const)
    expect(await guest.post(`/api/editor/${url}`, json)).toMatchObject({ status: 403, code: 'share.root' });
  expect(await everything()).toEqual(before);
});

test('a guest can purge nothing, and has no access to the trash', async () => {
  await ada.remove([inside]);
  const before = await everything();
  const fresh = await ada.file('fresh.txt', root);
  for (const json of [
    { items: [{ ...fresh, force_delete: true }] },
    { all_of: { id: 'root' }, force_delete: true },
  ])
    expect(await guest.post(`/api/editor/remove/${token}`, json)).toMatchObject({ code: 'share.forbidden' });
  for (const url of [
    `/api/items/${inside.id}/${token}`,
    `/api/files/${inside.id}/content/${token}`,
    `/api/zip/${token}?items=${inside.id}|file`,
  ])
    expect(await guest.get(url)).toMatchObject({ status: 404, code: 'item.not_found' });
  expect(await guest.post(`/api/editor/remove/${token}`, { items: [inside] })).toMatchObject({ status: 404 });
  expect((await everything())[0]).toHaveLength(before[0].length + 1);
  expect(await ada.restore([inside])).toMatchObject({ status: 200 });
});

test('a guest undoes their own changes, except of items that have left the shared folder', async () => {
  const mover = createGuestClient(server);
  await mover.get(`/api/browse/share/${token}`);
  await guest.get(`/api/browse/share/${token}`);
  const renamed = await guest.post(`/api/editor/rename/${inside.id}/${token}`, {
    name: 'renamed.txt',
    _method: 'patch',
  });
  const { operation } = renamed.json<{ meta: { operation: string } }>().meta;
  const undo = (who: GuestClient) => who.post(`/api/editor/undo/${token}`, { operation });
  expect(await undo(mover)).toMatchObject({ status: 404, code: 'operation.not_found' });
  // The owner has moved the folder out with its content.
  await ada.move([inner], outer);
  expect(await undo(guest)).toMatchObject({ code: 'operation.stale' });
  await ada.move([inner], root);
  expect(await undo(guest)).toMatchObject({ status: 200 });
  expect(await ada.names(inner)).toEqual(['inside.txt']);
  const own = await ada.rename(inside, { name: 'by owner.txt' });
  expect(await guest.post(`/api/editor/undo/${token}`, { operation: own.meta.operation })).toMatchObject({
    code: 'operation.not_found',
  });
});

test('a link follows its folder, and ends with it', async () => {
  const opened = () => guest.get(`/api/browse/share/${token}`);
  await ada.rename(root, { name: 'called otherwise' });
  await ada.move([root], null);
  expect((await opened()).body).toContain('called otherwise');
  expect(await guest.get(`/api/items/${inside.id}/${token}`)).toMatchObject({ status: 200 });
  await ada.remove([root]);
  expect(await opened()).toMatchObject({ status: 404, code: 'share.not_found' });
  await ada.restore([root]);
  expect(await opened()).toMatchObject({ status: 200 });
  await ada.remove([root], true);
  expect(await opened()).toMatchObject({ status: 404, code: 'share.not_found' });
});

describe('an upload session', () => {
  const fields = { name: 'aaaaaaaaaaaaaaaa-big.txt', path: '', extension: 'txt', is_last: 'false' };
  const status = `/api/upload/chunks/${fields.name}`;
  test('belongs to its visit and its link', async () => {
    const [other, folder] = [createGuestClient(server), await ada.folder('other root')];
    const elsewhere = await shareOf(ada, folder, { permission: 'editor' });
    for (const one of [guest, other]) {
      await one.get(`/api/browse/share/${token}`);
      await one.get(`/api/browse/share/${elsewhere}`);
    }
    expect(await guest.chunk(token, fields, 'first ')).toMatchObject({ status: 200 });
    expect((await guest.get(`${status}/${token}`)).json()).toMatchObject({ offset: 6 });
    expect(await other.get(`${status}/${token}`)).toMatchObject({ code: 'upload.not_found' });
    expect(await guest.get(`${status}/${elsewhere}`)).toMatchObject({ code: 'upload.not_found' });
    const signedIn = await ada.call('GET', status);
    expect(signedIn).toMatchObject({ code: 'upload.not_found' });
    // Another visit with the same name begins its own upload, and cancels only that.
    expect((await other.chunk(token, fields, 'x')).json()).toMatchObject({ offset: 1 });
    await other.call('DELETE', `${status}/${token}`);
    expect((await guest.get(`${status}/${token}`)).json()).toMatchObject({ offset: 6 });
    const last = await guest.chunk(token, { ...fields, is_last: 'true' }, 'second');
    expect(last.json<Item>().data.attributes).toMatchObject({ size: 12, parent_id: root.id });
  });

  test('ends with its link, and reserves no more quota', async () => {
    await guest.get(`/api/browse/share/${token}`);
    await guest.chunk(token, fields, 'first ');
    await revoke(ada, token);
    await server.services.uploads.settled();
    expect(await server.parts.db.selectFrom('upload_sessions').selectAll().execute()).toEqual([]);
  });

  test('of an expired link is removed by the next sweep', async () => {
    const timed = await shareOf(ada, inner, { permission: 'editor', expiration: 1 });
    await guest.get(`/api/browse/share/${timed}`);
    await guest.chunk(timed, fields, 'first ');
    await server.services.sweep();
    expect(await server.parts.db.selectFrom('upload_sessions').selectAll().execute()).toHaveLength(1);
    server.clock.advance(61 * 60_000);
    await server.services.sweep();
    expect(await server.parts.db.selectFrom('upload_sessions').selectAll().execute()).toEqual([]);
  });
});

test('prepared archives and open uploads of guests are limited by link, whatever visits they make up', async () => {
  const db = server.parts.db;
  const prepare = async (visit: string): Promise<void> => {
    const [name = ''] = guest.cookie.split('=');
    const body = { json: { items: [inside] }, cookie: `${name}=${visit.padStart(22, 'v')}` };
    expect(await guest.call('POST', `/api/zip/${token}`, body)).toMatchObject({ status: 201 });
  };
  await guest.get(`/api/browse/share/${token}`);
  await prepare('1');
  const own = await db.selectFrom('zip_selections').selectAll().executeTakeFirstOrThrow();
  const link = own.principal.slice(0, own.principal.lastIndexOf(':') + 1);
  // As if so many other visits had prepared one each.
  const others = Array.from({ length: 520 }, (_other, index) => ({
    ...own,
    id: createId(server.clock.now()),
    principal: `${link}${index}`,
  }));
  await db.insertInto('zip_selections').values(others).execute();
  await prepare('2');
  expect(await db.selectFrom('zip_selections').select('id').execute()).toHaveLength(500);
});

test('a prepared archive belongs to the visit and the link that prepared it', async () => {
  await guest.get(`/api/browse/share/${token}`);
  const prepared = await guest.post(`/api/zip/${token}`, { items: [inside] });
  const { url } = prepared.json<{ data: { url: string } }>().data;
  expect(url).toContain(token);
  expect(await guest.get(url)).toMatchObject({ status: 200 });
  const other = createGuestClient(server);
  await other.get(`/api/browse/share/${token}`);
  expect(await other.get(url)).toMatchObject({ status: 404, code: 'item.not_found' });
  const elsewhere = await shareOf(ada, inner);
  expect(await guest.get(url.replace(token, elsewhere))).toMatchObject({ code: 'item.not_found' });
  expect(await ada.call('GET', url.replace(`/${token}`, ''))).toMatchObject({ code: 'item.not_found' });
  // It omits an item that has left the shared folder since.
  await ada.move([inside], outer);
  expect(await guest.get(url)).toMatchObject({ status: 404, code: 'item.not_found' });
});
