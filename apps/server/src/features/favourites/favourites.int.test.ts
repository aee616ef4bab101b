import type { User } from '@holdall/contract/users';
import type { ItemRef } from '@holdall/contract/selections';
import { expect, test } from 'vitest';
import type { AppEvent } from '#ports/events.ts';
import { purged } from '#testing/jobs-done.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada, newcomer } = useTree();

const listOf = (items: readonly ItemRef[]) => ({ folders: items.map(({ id }) => ({ id })) });
const add = (items: readonly ItemRef[], who = ada) =>
  who.call('POST', '/api/folders/favourites', listOf(items));
const order = (items: readonly ItemRef[]) => ada.call('PATCH', '/api/folders/favourites', listOf(items));
const names = async (who = ada): Promise<string[]> => {
  const answer: unknown = await who.call('GET', '/api/user');
  return (answer as User).data.relationships.favourite_items.data.map(({ name }) => name);
};

test('favourites keep the order in which they were added, each once', async () => {
  const [a, b, c] = [await ada.folder('a'), await ada.folder('b'), await ada.folder('c')];
  await add([b]);
  expect(await add([c, b, a])).toMatchObject({
    status: 200,
    data: [{ name: 'b' }, { name: 'c' }, { name: 'a', emoji: null, color: null }],
  });
  expect(await names()).toEqual(['b', 'c', 'a']);
});

test('files are favourites too: in one order with the folders, which programs also find alone', async () => {
  const [a, b] = [await ada.folder('a'), await ada.folder('b')];
  const file = await ada.file('notes.txt', a);
  const folders = [{ id: b.id, name: 'b', emoji: null, color: null }];
  const items = [
    { ...file, name: 'notes.txt', emoji: null, color: null, category: 'documents', parent_id: a.id },
    { ...b, name: 'b', emoji: null, color: null, category: null, parent_id: null },
  ];
  expect(await add([file, b, file])).toMatchObject({ data: folders, items });
  const { data } = (await ada.call('GET', '/api/user')) as unknown as User;
  expect(data.relationships).toMatchObject({
    favourites: { data: folders },
    favourite_items: { data: items },
  });
  await order([b]);
  expect(await names()).toEqual(['b', 'notes.txt']);
  expect(await ada.call('DELETE', `/api/folders/favourites/${file.id}`)).toMatchObject({ data: folders });
  expect(await names()).toEqual(['b']);
});

test('a favourite file follows: renamed, moved, put into the trash by its folder, restored, deleted for good', async () => {
  const [a, b] = [await ada.folder('a'), await ada.folder('b')];
  const file = await ada.file('old.txt', a);
  await add([file]);
  const events: AppEvent[] = [];
  const stop = server.parts.events.subscribe((event) => events.push(event));
  await ada.rename(file, { name: 'new.txt' });
  await ada.move([file], b);
  expect(events).toMatchObject([{ favourites: true }, { favourites: true }]);
  stop();
  const answer = (await ada.call('GET', '/api/user')) as unknown as User;
  expect(answer.data.relationships.favourite_items.data).toMatchObject([
    { name: 'new.txt', parent_id: b.id },
  ]);
  await ada.remove([b]);
  expect(await names()).toEqual([]);
  await ada.restore([b]);
  expect(await names()).toEqual(['new.txt']);
  await ada.remove([file], true);
  await purged(server);
  expect(await server.parts.db.selectFrom('favourites').selectAll().execute()).toEqual([]);
});

test('favourites are reordered, and those that are not named follow in their old order', async () => {
  const [a, b, c] = [await ada.folder('a'), await ada.folder('b'), await ada.folder('c')];
  await add([a, b, c]);
  await order([c, a]);
  expect(await names()).toEqual(['c', 'a', 'b']);
  await order([b]);
  expect(await names()).toEqual(['b', 'c', 'a']);
  expect(await order([await ada.folder('d')])).toMatchObject({ status: 404, code: 'item.not_found' });
});

test('favourites are removed, by both kinds of calls, once', async () => {
  const [a, b] = [await ada.folder('a'), await ada.folder('b')];
  await add([a, b]);
  expect(await ada.call('DELETE', `/api/folders/favourites/${a.id}`)).toMatchObject({
    items: [{ name: 'b' }],
  });
  expect(await ada.call('DELETE', `/api/folders/favourites/${a.id}`)).toMatchObject({ status: 404 });
  expect(await ada.call('POST', `/api/folders/favourites/${b.id}`, { _method: 'delete' })).toMatchObject({
    status: 200,
    data: [],
    items: [],
  });
  expect((await ada.details(b)).data.id).toBe(b.id);
});

test('a favourite follows its folder: renamed, put into the trash, restored, deleted for good', async () => {
  const outer = await ada.folder('outer');
  const inner = await ada.folder('inner', outer);
  await add([inner, outer]);
  await ada.rename(inner, { name: 'new', emoji: '🐶' });
  expect(await names()).toEqual(['new', 'outer']);
  await ada.remove([outer]);
  expect(await names()).toEqual([]);
  await ada.restore([outer]);
  expect(await names()).toEqual(['new', 'outer']);
  await ada.remove([outer], true);
  expect(await names()).toEqual([]);
  await purged(server);
  expect(await server.parts.db.selectFrom('favourites').selectAll().execute()).toEqual([]);
});

test('only the user’s own items outside the trash can be added, all or none', async () => {
  const bob = await newcomer('bob');
  const mine = await ada.folder('mine');
  const gone = await ada.folder('gone');
  await ada.remove([gone]);
  for (const wrong of [
    await bob.folder('his'),
    gone,
    await bob.file('his.txt'),
    { id: '01900000-0000-7000-8000-000000000000', type: 'folder' as const },
  ])
    expect(await add([mine, wrong])).toMatchObject({ status: 404, code: 'item.not_found' });
  expect(await names()).toEqual([]);
  await add([mine]);
  expect(await bob.call('DELETE', `/api/folders/favourites/${mine.id}`)).toMatchObject({ status: 404 });
  expect(await names(bob)).toEqual([]);
});

test('an account has two hundred at most, also when they are added concurrently', async () => {
  const folders: ItemRef[] = [];
  for (let index = 0; index < 203; index += 1) folders.push(await ada.folder(`folder ${index}`));
  await add(folders.slice(0, 199));
  const answers = await Promise.all(folders.slice(199).map((folder) => add([folder])));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 422, 422, 422,
  ]);
  expect(answers.find(({ status }) => status === 422)).toMatchObject({ code: 'favourite.too_many' });
  expect(await names()).toHaveLength(200);
});

test('the user’s other pages are told', async () => {
  const events: AppEvent[] = [];
  const folder = await ada.folder('a');
  const stop = server.parts.events.subscribe((event) => events.push(event));
  await add([folder]);
  expect(events).toMatchObject([{ kind: 'files', ownerId: ada.userId, favourites: true, tree: false }]);
  stop();
});
