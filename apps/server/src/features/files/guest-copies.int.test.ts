import type { ItemRef } from '@holdall/contract/selections';
import { beforeEach, expect, test } from 'vitest';
import { createGuestClient, type GuestClient, shareOf } from '#testing/guest-client.ts';
import type { Answer } from '#testing/tree-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada } = useTree();

let shared: ItemRef;
let inner: ItemRef;
let token: string;
let guest: GuestClient;
beforeEach(async () => {
  shared = await ada.folder('shared');
  inner = await ada.folder('inner', shared);
  token = await shareOf(ada, shared, { permission: 'editor' });
  guest = createGuestClient(server);
  await guest.get(`/api/browse/share/${token}`);
});

const rowOf = ({ id }: ItemRef) =>
  server.parts.db.selectFrom('items').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const soundUsage = async (): Promise<void> => {
  expect(await server.services.usage.verifyUsage()).toEqual([]);
};
const copy = (body: object) => guest.post(`/api/editor/copy/${token}`, { to_id: shared.id, ...body });
/** Copies items. @returns the copies' operation */
const copied = async (body: object): Promise<string> => {
  const answer = await copy(body);
  expect(answer.status).toBe(200);
  return answer.json<{ meta: { operation: string } }>().meta.operation;
};
const undo = (operation: string, by = guest) => by.post(`/api/editor/undo/${token}`, { operation });
const folderNamed = async (name: string): Promise<ItemRef> => {
  const { folders } = await ada.browse(shared);
  const found = folders.data.find(({ data }) => data.attributes.name === name);
  return { id: found?.data.id ?? '', type: 'folder' };
};

test('a file that an editor of a link replaces by a copy is brought back by their undo', async () => {
  const there = await ada.upload('a.txt', 'old', `parent_id=${inner.id}`);
  const item = await ada.upload('a.txt', 'the new', `parent_id=${shared.id}`);
  const before = await rowOf(there);
  const operation = await copied({ to_id: inner.id, items: [item], on_conflict: 'replace' });
  expect(await rowOf(there)).toMatchObject({ blob_id: (await rowOf(item)).blob_id, deleted_at: null });
  await soundUsage();
  expect((await undo(operation)).status).toBe(200);
  expect(await rowOf(there)).toEqual(before);
  await soundUsage();
});

test('a guest undoes their own copies, once, which then lie in the trash as theirs', async () => {
  const file = await ada.upload('a.txt', 'bytes', `parent_id=${shared.id}`);
  await ada.file('inside', inner);
  const operation = await copied({ items: [inner, file] });
  expect(await ada.names(shared)).toEqual(['inner', 'inner (1)', 'a (1).txt', 'a.txt']);
  const other = createGuestClient(server);
  await other.get(`/api/browse/share/${token}`);
  expect(await undo(operation, other)).toMatchObject({ status: 404, code: 'operation.not_found' });
  expect(await ada.undo({ meta: { operation } } as Answer)).toMatchObject({ status: 404 });
  expect(await ada.names(shared)).toHaveLength(4);
  expect((await undo(operation)).status).toBe(200);
  expect(await ada.names(shared)).toEqual(['inner', 'a.txt']);
  expect(await ada.names(inner)).toEqual(['inside']);
  const trashed = server.parts.db.selectFrom('items').select(['name', 'trashed_by']);
  const rows = await trashed.where('deleted_at', 'is not', null).orderBy('name').execute();
  expect(rows.map(({ name, trashed_by: by }) => [name, by?.split(':')[0]])).toEqual([
    ['a (1).txt', 'guest'],
    ['inner (1)', 'guest'],
  ]);
  expect(await undo(operation)).toMatchObject({ status: 404, code: 'operation.not_found' });
  await soundUsage();
});

test('a guest’s undo is refused once somebody has put something into the copies, or moved them', async () => {
  const stale = { status: 409, code: 'operation.stale' };
  const filled = await copied({ items: [inner] });
  server.clock.advance(1);
  await ada.file('of the owner', await folderNamed('inner (1)'));
  expect(await undo(filled)).toMatchObject(stale);
  const moved = await copied({ items: [inner] });
  await ada.move([await folderNamed('inner (2)')], inner);
  expect(await undo(moved)).toMatchObject(stale);
  expect(await ada.names(shared)).toEqual(['inner', 'inner (1)']);
  expect(await ada.names(inner)).toEqual(['inner (2)']);
});

test('a guest copies fewer items at once', async () => {
  await ada.files(4_999, inner);
  await copied({ items: [inner] });
  await ada.file('one more', inner);
  expect(await copy({ items: [inner] })).toMatchObject({ status: 422, code: 'batch.too_large' });
  await ada.file('another', inner);
  expect(await copy({ all_of: { id: inner.id } })).toMatchObject({ code: 'batch.too_large' });
  expect((await ada.browse(shared)).meta).toMatchObject({ total: 2 });
  expect(await ada.copy([inner], null)).toMatchObject({ status: 200 });
  await soundUsage();
}, 60_000);
