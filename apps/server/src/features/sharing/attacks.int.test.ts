import type { Browse, Item } from '@holdall/contract/files';
import type { ItemRef } from '@holdall/contract/selections';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp } from '#testing/create-test-app.ts';
import { createGuestClient, type GuestClient, revoke, shareOf } from '#testing/guest-client.ts';
import { createTreeClient } from '#testing/tree-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada, newcomer } = useTree();

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

/** All that there is, so that nothing can change unseen. */
const everything = () =>
  Promise.all([
    server.parts.db
      .selectFrom('items')
      .select(['id', 'name', 'parent_id', 'deleted_at', 'purged_at', 'items_count'])
      .orderBy('id')
      .execute(),
    server.parts.db.selectFrom('upload_sessions').selectAll().execute(),
    server.parts.db.selectFrom('zip_selections').selectAll().execute(),
    server.parts.db.selectFrom('share_deeds').selectAll().execute(),
  ]);

describe('what lies outside the shared folder', () => {
  test.each<[string, () => string]>([
    ['browsing above', () => `/api/browse/folders/${outer.id}/${token}`],
    ['browsing by a page around what is beside', () => `/api/browse/folders/${outside.id}/${token}`],
    ['details', () => `/api/items/${outside.id}/${token}`],
    ['bytes', () => `/api/files/${outside.id}/content/${token}`],
    ['thumbnails', () => `/api/thumbnails/${outside.id}/lg/${token}`],
    ['an archive of it', () => `/api/zip/${token}?items=${outside.id}|file`],
    ['an archive with it', () => `/api/zip/${token}?items=${inside.id}|file,${outside.id}|file`],
    ['an archive of what is above', () => `/api/zip/${token}?items=${outer.id}|folder`],
    ['the tree above', () => `/api/browse/navigation/${token}?parent_id=${outer.id}`],
  ])('does not exist: %s', async (_what, url) => {
    const answer = await guest.get(url());
    expect(answer).toMatchObject({ status: 404, code: 'item.not_found' });
    expect(answer.body).not.toContain('outside');
  });

  test('is not found by a search, nor by the place of an item in a listing', async () => {
    const { body } = await guest.get(`/api/search/${token}?query=outside`);
    expect(body).not.toContain(outside.id);
    const around = await guest.get(`/api/browse/folders/root/${token}?around=${outside.id}`);
    expect(around.json<Browse>().meta.position ?? null).toBeNull();
  });

  test('is no place to put anything into, and nothing to take away; a batch with one of it changes nothing', async () => {
    const before = await everything();
    for (const [url, json] of [
      [`create-folder/${token}`, { name: 'x', parent_id: outer.id }],
      [`create-folder/${token}`, { name: 'x', parent_id: outside.id }],
      [`move/${token}`, { to_id: outer.id, items: [inside] }],
      [`move/${token}`, { to_id: inner.id, items: [outside] }],
      [`move/${token}`, { to_id: null, items: [inside, outside] }],
      [`move/${token}`, { to_id: inner.id, all_of: { id: outer.id } }],
      [`remove/${token}`, { items: [inside, outside] }],
      [`remove/${token}`, { all_of: { id: outer.id } }],
      [`remove/${token}`, { all_of: { id: 'root', in: 'trash' } }],
      [`rename/${outside.id}/${token}`, { name: 'x', _method: 'patch' }],
      [`upload/${token}?name=x&parent_id=${outer.id}`, undefined],
      [`upload/${token}?name=x&upload_id=some-upload-id&parent_id=${outer.id}`, undefined],
    ] as const) {
      const wish = json === undefined ? { bytes: 'x' } : { json };
      const answer = await guest.call('POST', `/api/editor/${url}`, wish);
      expect([url, answer.status, answer.code]).toEqual([url, 404, 'item.not_found']);
    }
    const fields = { name: 'some-chunk-name', path: '', extension: '', is_last: 'true', parent_id: outer.id };
    expect(await guest.chunk(token, fields, 'x')).toMatchObject({ status: 404, code: 'item.not_found' });
    expect(await guest.post(`/api/zip/${token}`, { items: [inside, outside] })).toMatchObject({ status: 404 });
    expect(await guest.post(`/api/zip/${token}`, { all_of: { id: outer.id } })).toMatchObject({ status: 404 });
    expect(await everything()).toEqual(before);
  });

  test.each(['', '0', 'null', 'root', '../', '%00', 'undefined'])(
    'is not reached by a parent called %j',
    async (parent) => {
      const before = await everything();
      const made = await guest.post(`/api/editor/create-folder/${token}`, { name: 'x', parent_id: parent });
      expect(made.status).toBe(422);
      const sent = await guest.upload(token, 'x', 'x', `&parent_id=${encodeURIComponent(parent)}`);
      expect(sent.status).toBe(422);
      const moved = await guest.post(`/api/editor/move/${token}`, { to_id: parent, items: [inside] });
      expect(moved.status).toBe(422);
      expect(await everything()).toEqual(before);
    },
  );

  test.each(['../x.txt', '/x.txt', '..\\x.txt', 'a/../../x.txt', '%2e%2e/x.txt', 'a\0b/x.txt'])(
    'is not reached by the path %j of an upload',
    async (path) => {
      const top = await ada.names();
      const beside = await ada.names(outer);
      const sent = await guest.upload(token, 'x.txt', 'x', `&path=${encodeURIComponent(path)}`);
      if (sent.status < 400) expect(sent.json<Item>().data.attributes.parent_id).not.toBe(outer.id);
      expect(await ada.names()).toEqual(top);
      expect(await ada.names(outer)).toEqual(beside);
    },
  );

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

test('the shared folder itself stays where it is and as it is, also as one of many', async () => {
  const before = await everything();
  for (const [url, json] of [
    [`move/${token}`, { to_id: inner.id, items: [inside, root] }],
    [`remove/${token}`, { items: [root] }],
    [`remove/${token}`, { items: [inside, root] }],
    [`rename/${root.id}/${token}`, { name: 'mine', _method: 'patch' }],
    [`rename/${root.id}/${token}`, { color: '#258865', _method: 'patch' }],
  ] as const)
    expect(await guest.post(`/api/editor/${url}`, json)).toMatchObject({ status: 403, code: 'share.root' });
  expect(await everything()).toEqual(before);
});

test('nothing is deleted for good through a link, and the trash does not exist there', async () => {
  await ada.remove([inside]);
  const before = await everything();
  const fresh = await ada.file('fresh.txt', root);
  for (const json of [
    { items: [{ ...fresh, force_delete: true }] },
    { items: [fresh], force_delete: true },
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

test('a guest takes back their own changes, and nothing that has left the shared folder', async () => {
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
  // The owner has moved the folder out, and what lies in it with it.
  await ada.move([inner], outer);
  expect(await undo(guest)).toMatchObject({ code: 'operation.stale' });
  await ada.move([inner], root);
  expect(await undo(guest)).toMatchObject({ status: 200 });
  expect(await ada.names(inner)).toEqual(['inside.txt']);
  const own = await ada.rename(inside, { name: 'by owner.txt' });
  expect(
    await guest.post(`/api/editor/undo/${token}`, { operation: own.meta.operation }),
  ).toMatchObject({ code: 'operation.not_found' });
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
  test('belongs to the visit and the link that began it', async () => {
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
    // Another visit that uses the name begins an upload of its own, and cancels its own.
    expect((await other.chunk(token, fields, 'x')).json()).toMatchObject({ offset: 1 });
    await other.call('DELETE', `${status}/${token}`);
    expect((await guest.get(`${status}/${token}`)).json()).toMatchObject({ offset: 6 });
    const last = await guest.chunk(token, { ...fields, is_last: 'true' }, 'second');
    expect(last.json<Item>().data.attributes).toMatchObject({ size: 12, parent_id: root.id });
  });

  test('ends with its link, and takes no more room', async () => {
    await guest.get(`/api/browse/share/${token}`);
    await guest.chunk(token, fields, 'first ');
    await revoke(ada, token);
    await server.services.uploads.settled();
    expect(await server.parts.db.selectFrom('upload_sessions').selectAll().execute()).toEqual([]);
  });

  test('of a link that has ended by time goes with the next sweep', async () => {
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

test('what guests prepare and begin is limited by their link, whatever they call themselves', async () => {
  const db = server.parts.db;
  const visit = (index: number) => `${String(index).padStart(22, 'v')}`;
  await guest.get(`/api/browse/share/${token}`);
  const [name = ''] = guest.cookie.split('=');
  for (let index = 0; index < 520; index += 1)
    await guest.call('POST', `/api/zip/${token}`, {
      json: { items: [inside] },
      cookie: `${name}=${visit(index)}`,
    });
  expect(await db.selectFrom('zip_selections').select('id').execute()).toHaveLength(500);
});

test('a prepared archive is for the visit and the link that prepared it', async () => {
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
  // What left the shared folder since is not in it.
  await ada.move([inside], outer);
  expect(await guest.get(url)).toMatchObject({ status: 404, code: 'item.not_found' });
});

describe('the cookie of a locked link', () => {
  let locked: string;
  beforeEach(async () => {
    locked = await shareOf(ada, inner, { password: 'harbour' });
  });
  const unlock = (who: GuestClient, link: string, password: string) =>
    who.post(`/api/browse/authenticate/${link}`, { password });
  const open = (cookie: string, link = locked) =>
    guest.call('GET', `/api/browse/share/${link}`, { cookie });

  test('opens no other link, and cannot be made', async () => {
    await unlock(guest, locked, 'harbour');
    expect(await guest.get(`/api/browse/share/${locked}`)).toMatchObject({ status: 200 });
    const [name = '', value = ''] = guest.cookie.split('=');
    const same = await shareOf(ada, outside, { password: 'harbour' });
    await unlock(createGuestClient(server), same, 'harbour');
    const other = createGuestClient(server);
    await unlock(other, same, 'harbour');
    const [otherName = ''] = other.cookie.split('=');
    expect(otherName).not.toBe(name);
    const [visit = '', proof = ''] = value.split('.');
    for (const forged of [
      '',
      visit,
      `${visit}.`,
      `${visit}.${'A'.repeat(43)}`,
      `${'A'.repeat(22)}.${proof}`,
      `${visit}.${proof.toLowerCase()}`,
      `${visit}.${proof}A`,
      other.cookie.split('=')[1] ?? '',
    ])
      expect(await open(`${name}=${forged}`), forged).toMatchObject({ status: 401, code: 'share.locked' });
    // The cookie of one link, under the name of the other.
    expect(await open(`${otherName}=${value}`, same)).toMatchObject({ code: 'share.locked' });
  });

  test('ends with the password, also where the next one is the same', async () => {
    await unlock(guest, locked, 'harbour');
    await ada.call('PATCH', `/api/share/${locked}`, { password: 'harbour' });
    expect(await guest.get(`/api/browse/share/${locked}`)).toMatchObject({ code: 'share.locked' });
    expect(await guest.get(`/api/files/${inside.id}/content/${locked}`)).toMatchObject({ status: 401 });
    await ada.call('PATCH', `/api/share/${locked}`, { password: null });
    expect(await guest.get(`/api/browse/share/${locked}`)).toMatchObject({ status: 200 });
  });

  test('comes for the right password alone; twenty wrong ones shut the right one out, whoever says so', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 20; guess += 1) {
      const answer = await guest.call('POST', `/api/browse/authenticate/${locked}`, {
        json: { password: `wrong ${guess}` },
        headers: { 'x-forwarded-for': `10.0.0.${guess}`, forwarded: `for=10.0.1.${guess}` },
      });
      expect(answer.headers['set-cookie']).toBeUndefined();
      statuses.push(answer.status);
    }
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    const right = await guest.call('POST', `/api/browse/authenticate/${locked}`, {
      json: { password: 'harbour' },
      headers: { 'x-forwarded-for': '10.9.9.9' },
    });
    expect(right).toMatchObject({ status: 429, code: 'limit.too_many' });
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
    server.clock.advance(61_000);
    expect(await unlock(guest, locked, 'harbour')).toMatchObject({ status: 200 });
    const log = await server.parts.db.selectFrom('activity').selectAll().execute();
    const failed = log.filter(({ kind }) => kind === 'share.unlock_failed');
    expect(failed.length).toBe(statuses.filter((status) => status === 401).length);
    expect(JSON.stringify(log)).not.toContain(locked);
  });

  test('a password that is right is hashed as often as one that is wrong', async () => {
    const { hasher } = server.parts;
    expect((await unlock(guest, locked, 'x'.repeat(1025))).status).toBe(422);
    // What is compared is always the link's own hash: whether a link has a password is no secret.
    const share = await server.parts.db
      .selectFrom('shares')
      .select('password_hash')
      .where('token', '=', locked)
      .executeTakeFirstOrThrow();
    expect(await hasher.verify(share.password_hash ?? '', 'harbour')).toBe(true);
    expect(share.password_hash).toMatch(/^\$argon2id\$/);
  });
});

test('who may not download shows nothing to guests either', async () => {
  const bob = await newcomer('bob');
  const file = await bob.upload('bob.txt', 'bytes');
  const link = await shareOf(bob, file);
  expect(await guest.get(`/api/browse/share/${link}`)).toMatchObject({ status: 200 });
  const rights = { canUpload: true, canDownload: false, canCreateFolder: true };
  await ada.call('PATCH', `/api/admin/users/${bob.userId}/restrictions`, rights);
  for (const url of [`/api/browse/share/${link}`, `/api/files/${file.id}/content/${link}`])
    expect(await guest.get(url)).toMatchObject({ status: 403, code: 'share.unavailable' });
});

test('restrictions and quota are the owner’s', async () => {
  const bob = await newcomer('bob');
  const folder = await bob.folder('of bob');
  const link = await shareOf(bob, folder, { permission: 'editor' });
  const url = `/api/admin/users/${bob.userId}`;
  await ada.call('PATCH', `${url}/restrictions`, {
    canUpload: false,
    canDownload: true,
    canCreateFolder: false,
  });
  expect(await guest.upload(link, 'x', 'x')).toMatchObject({ code: 'upload.disabled' });
  expect(await guest.post(`/api/editor/create-folder/${link}`, { name: 'x' })).toMatchObject({
    code: 'folder.disabled',
  });
});

describe('with a limit on storage', () => {
  let limited: Awaited<ReturnType<typeof createTestApp>>;
  beforeEach(async () => {
    limited = await createTestApp({ settings: { subscription_type: 'fixed' } });
  });
  afterEach(() => limited.close());

  test('what guests send counts for the owner, and stops at the owner’s capacity', async () => {
    await limited.addUser('bob@example.com');
    const [admin, bob] = [
      await createTreeClient(limited, 'ada@example.com'),
      await createTreeClient(limited, 'bob@example.com'),
    ];
    const folder = await bob.folder('of bob');
    const link = await shareOf(bob, folder, { permission: 'editor' });
    await admin.call('PATCH', `/api/admin/users/${bob.userId}/storage`, { capacity: 1_000 });
    const visitor = createGuestClient(limited);
    expect(await visitor.upload(link, 'fits', 'x'.repeat(900))).toMatchObject({ status: 201 });
    expect(await visitor.upload(link, 'too much', 'x'.repeat(900))).toMatchObject({
      status: 423,
      code: 'storage.exceeded',
    });
    expect(await bob.call('GET', '/api/user/storage')).toMatchObject({
      data: { attributes: { used: 900 } },
    });
    expect(await limited.services.usage.verifyUsage()).toEqual([]);
  });
});
