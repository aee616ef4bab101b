import type { ItemRef } from '@holdall/contract/selections';
import type { ShareActivityPage } from '@holdall/contract/shares';
import { beforeEach, expect, test } from 'vitest';
import { createGuestClient, type GuestClient, shareOf } from '#testing/guest-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada } = useTree();
const unknownId = '01900000-0000-7000-8000-000000000000';

let root: ItemRef;
let token: string;
let guest: GuestClient;
beforeEach(async () => {
  root = await ada.folder('root');
  token = await shareOf(ada, root, { permission: 'editor' });
  guest = createGuestClient(server);
  await guest.get(`/api/browse/share/${token}`);
});

const upload = async (name: string, query = ''): Promise<ItemRef> => {
  const answer = await guest.upload(token, { name, query }, name);
  expect(answer.status).toBe(201);
  return { id: answer.json<{ data: { id: string } }>().data.id, type: 'file' };
};
/** A file of the owner, to which the guest has given new content. */
const overwritten = async (): Promise<ItemRef> => {
  const file = await ada.file('doc.txt', root);
  expect(await upload('doc.txt', 'on_conflict=replace')).toEqual(file);
  return file;
};
const makeFolder = async (fields: object): Promise<ItemRef> => {
  const answer = await guest.post(`/api/editor/create-folder/${token}`, fields);
  expect(answer.status).toBe(201);
  return { id: answer.json<{ data: { id: string } }>().data.id, type: 'folder' };
};
const renameAsGuest = (item: ItemRef, fields: object) =>
  guest.call('PATCH', `/api/editor/rename/${item.id}/${token}`, { json: fields });
const listEntries = async (): Promise<ShareActivityPage> =>
  (await ada.call('GET', `/api/share/${token}/activity`)) as unknown as ShareActivityPage;
const revert = (body: object = {}) => ada.call('POST', `/api/share/${token}/revert`, body);

test.each<[string, () => Promise<unknown>]>([
  ['an upload that its owner has renamed', async () => ada.rename(await upload('a.txt'), { name: 'b.txt' })],
  [
    'an upload that its owner has moved',
    async () => ada.move([await upload('a.txt')], await ada.folder('Accounting')),
  ],
  [
    'a folder that its owner has renamed',
    async () => ada.rename(await makeFolder({ name: 'f' }), { name: 'g' }),
  ],
  [
    'a folder that its owner has coloured',
    async () => ada.rename(await makeFolder({ name: 'f' }), { name: 'f', color: '#2563eb' }),
  ],
  [
    'a folder that its owner has put a file into',
    async () => ada.file('own.txt', await makeFolder({ name: 'f' })),
  ],
  [
    'an overwriting of a file that its owner has moved',
    async () => ada.move([await overwritten()], await ada.folder('desk')),
  ],
  ['an overwriting of a file that its owner has deleted', async () => ada.remove([await overwritten()])],
  [
    'an overwriting of a file whose former content its owner has deleted',
    async () => {
      const { id } = await overwritten();
      const version = server.parts.db.selectFrom('item_versions').select('id').where('item_id', '=', id);
      const { id: former } = await version.executeTakeFirstOrThrow();
      expect((await ada.call('DELETE', `/api/items/${id}/versions/${former}`)).status).toBe(204);
    },
  ],
])('%s stays', async (_what, arrange) => {
  await arrange();
  const all = async () =>
    server.parts.db
      .selectFrom('items')
      .select(['id', 'parent_id', 'name', 'deleted_at', 'blob_id'])
      .orderBy('id')
      .execute();
  const before = await all();
  expect(await revert()).toMatchObject({ status: 200, meta: { reverted: 0, kept: 1 } });
  expect(await all()).toEqual(before);
});

test('an upload that its owner has saved since stays, with the newer content', async () => {
  const file = await upload('a.txt');
  await ada.upload('a.txt', 'newer', `parent_id=${root.id}&on_conflict=replace`);
  expect(await revert()).toMatchObject({ status: 200, meta: { reverted: 0, kept: 1 } });
  expect((await ada.browse(root)).files.data).toMatchObject([{ data: { id: file.id } }]);
});

test('an upload that its guest has saved twice since is reverted', async () => {
  await upload('a.txt');
  for (const text of ['second', 'third']) {
    server.clock.advance(1_000);
    const replaced = await guest.upload(token, { name: 'a.txt', query: 'on_conflict=replace' }, text);
    expect(replaced.status).toBe(201);
  }
  expect(await revert()).toMatchObject({ meta: { reverted: 2, kept: 0 } });
  expect(await ada.names(root)).toEqual([]);
});

test('a change that only the guest has modified since is reverted with all the rest', async () => {
  const folder = await makeFolder({ name: 'f', emoji: '🎉', color: '#2563eb' });
  await renameAsGuest(folder, { name: 'g', color: '#16a34a' });
  const file = await upload('a.txt');
  await guest.post(`/api/editor/move/${token}`, { to_id: folder.id, items: [file] });
  expect(await revert()).toMatchObject({ meta: { reverted: 4, kept: 0 } });
  expect(await ada.names(root)).toEqual([]);
});

test('a guest’s copies are listed and reverted, and the items that they replaced come back', async () => {
  const folder = await ada.folder('f', root);
  await ada.file('a.txt', folder);
  const there = await ada.file('doc.txt', folder);
  const to = await ada.folder('to', root);
  const doc = await ada.file('doc.txt', root);
  const copy = (body: object) => guest.post(`/api/editor/copy/${token}`, body);
  expect(await copy({ to_id: null, items: [folder] })).toMatchObject({ status: 200 });
  await copy({ to_id: to.id, items: [folder, doc] });
  await copy({ to_id: folder.id, items: [doc], on_conflict: 'replace' });
  expect(await ada.names(root)).toEqual(['f', 'f (1)', 'to', 'doc.txt']);
  expect((await listEntries()).data.map(({ attributes }) => attributes)).toMatchObject([
    { kind: 'copied', name: 'doc.txt', to: 'f', count: 1 },
    { kind: 'copied', name: 'f', to: 'to', count: 2 },
    { kind: 'copied', name: 'f', to: 'root', count: 1 },
  ]);
  const logged = await server.parts.db
    .selectFrom('activity')
    .select('details')
    .where('kind', '=', 'guest.copied')
    .execute();
  expect(logged).toHaveLength(3);
  expect(await revert()).toMatchObject({ meta: { reverted: 3, kept: 0 } });
  expect(await ada.names(root)).toEqual(['f', 'to', 'doc.txt']);
  expect(await ada.names(to)).toEqual([]);
  expect((await ada.browse(folder)).files.data.map(({ data }) => data.id)).toContain(there.id);
  expect(await server.services.usage.verifyUsage()).toEqual([]);
});

test('a guest’s copy that its owner has put a file into stays', async () => {
  const folder = await ada.folder('f', root);
  await guest.post(`/api/editor/copy/${token}`, { to_id: null, items: [folder] });
  const [, copy] = (await ada.browse(root)).folders.data;
  server.clock.advance(1);
  await ada.file('own.txt', { id: copy?.data.id ?? '', type: 'folder' });
  expect(await revert()).toMatchObject({ meta: { reverted: 0, kept: 1 } });
});

test('two concurrent calls revert each entry once, and report none as kept', async () => {
  for (const name of ['a.txt', 'b.txt', 'c.txt'])
    await renameAsGuest(await upload(name), { name: `x ${name}` });
  const sums = (await Promise.all([revert(), revert()])).map(
    ({ meta }) => meta as unknown as ShareActivityPage['meta'],
  );
  const sum = (key: string) => sums.reduce((total, one) => total + Number(one[key as 'revertible']), 0);
  expect([sum('reverted'), sum('kept')]).toEqual([6, 0]);
  expect(await ada.names(root)).toEqual([]);
});

test('a change is undone once, though the guest and the owner undo it at the same moment', async () => {
  const file = await ada.file('a.txt', root);
  for (let round = 0; round < 5; round += 1) {
    const renamed = await renameAsGuest(file, { name: 'b.txt' });
    const { operation } = renamed.json<{ meta: { operation: string } }>().meta;
    const [own, { meta }] = await Promise.all([
      guest.post(`/api/editor/undo/${token}`, { operation }),
      revert(),
    ]);
    const { reverted, kept } = meta as unknown as { reverted: number; kept: number };
    expect({ reverted, kept }).toEqual({ reverted: own.status === 200 ? 0 : 1, kept: 0 });
    expect(await ada.names(root)).toEqual(['a.txt']);
  }
});

test('an unknown entry is not found, and a reverted one is ignored', async () => {
  await upload('a.txt');
  const [entry] = (await listEntries()).data;
  expect(await revert({ entry: unknownId })).toMatchObject({ status: 404, code: 'share_activity.not_found' });
  expect(await revert({ entry: entry?.id })).toMatchObject({ meta: { reverted: 1, kept: 0 } });
  expect(await revert({ entry: entry?.id })).toMatchObject({ status: 200, meta: { reverted: 0, kept: 0 } });
});

test('an entry is marked exactly if its change is reverted', async () => {
  const file = await upload('a.txt');
  const operation = await server.parts.db.selectFrom('operations').select('id').executeTakeFirstOrThrow();
  const undo = () => server.services.actions.undoGuestChange(ada.actor, operation.id);
  // The change failed, so that the entry is not marked either.
  await ada.rename(file, { name: 'other.txt' });
  await expect(undo()).rejects.toMatchObject({ code: 'operation.stale' });
  expect((await listEntries()).meta.revertible).toBe(1);
  await ada.rename(file, { name: 'a.txt' });
  // The undo marks it, whoever calls it.
  await undo();
  expect((await listEntries()).meta.revertible).toBe(0);
  await ada.restore([file], { to_home: false });
  await expect(undo()).rejects.toMatchObject({ code: 'operation.not_found' });
  expect(await ada.names(root)).toEqual(['a.txt']);
});

test('a long list is reverted in batches, each of which is recorded', async () => {
  await upload('first.txt');
  const first = await server.parts.db.selectFrom('operations').selectAll().executeTakeFirstOrThrow();
  await makeFolder({ name: 'second' });
  // Entries between the two, whose items are not known.
  const gone = Array.from({ length: 210 }, (_, at) => {
    const id = `${first.id.slice(0, -12)}ffffffff${at.toString(16).padStart(4, '0')}`;
    return { ...first, id };
  });
  await server.parts.db.insertInto('operations').values(gone).execute();
  const begun = await revert();
  expect(begun).toMatchObject({ meta: { reverted: 1, kept: 199 } });
  const { next } = begun.meta as unknown as ShareActivityPage['meta'];
  expect(await ada.names(root)).toEqual(['first.txt']);
  expect(await revert({ before: next })).toMatchObject({ meta: { reverted: 1, kept: 11, next: null } });
  expect(await ada.names(root)).toEqual([]);
  const noted = (await ada.call('GET', '/api/user/activity?group=sharing&limit=2')) as unknown as {
    data: { attributes: { kind: string; details: object } }[];
  };
  expect(noted.data.map(({ attributes: { kind, details } }) => ({ kind, details }))).toEqual([
    { kind: 'share.reverted', details: { name: 'root', count: 1 } },
    { kind: 'share.reverted', details: { name: 'root', count: 1 } },
  ]);
  expect(await revert({ before: next, entry: first.id })).toMatchObject({ status: 422 });
});
