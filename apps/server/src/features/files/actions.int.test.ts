import { expect, test } from 'vitest';
import type { FilesEvent } from '#ports/events.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada, newcomer } = useTree();

/** Collects the events of files from now on. */
const listen = (): FilesEvent[] => {
  const told: FilesEvent[] = [];
  server.parts.events.subscribe((event) => {
    if (event.kind === 'files') told.push(event);
  });
  return told;
};

const unknown = '01900000-0000-7000-8000-000000000000';

test('a rename returns the item, and a change of case works as well', async () => {
  const file = await ada.file('notes.txt');
  const answer = await ada.rename(file, { name: 'Notes.txt' });
  expect(answer).toMatchObject({
    status: 200,
    data: { id: file.id, attributes: { name: 'Notes.txt' } },
    meta: { count: 1, containers: [null] },
  });
  expect(answer.meta.operation).not.toBeNull();
  expect(await ada.names()).toEqual(['Notes.txt']);
});

test('the order of a listing follows a rename', async () => {
  const file = await ada.file('a');
  await ada.file('b');
  await ada.rename(file, { name: 'c' });
  expect(await ada.names()).toEqual(['b', 'c']);
});

test('the same name is no change and leaves nothing to undo', async () => {
  const file = await ada.file('notes.txt');
  const answer = await ada.rename(file, { name: 'notes.txt' });
  expect(answer).toMatchObject({ status: 200, meta: { operation: null, containers: [] } });
});

test('a taken name is refused, also in its other normal form', async () => {
  const file = await ada.file('a');
  await ada.folder('Café');
  expect(await ada.rename(file, { name: 'Cafe\u0301' })).toMatchObject({
    status: 409,
    code: 'item.name_taken',
    errors: { name: [expect.any(String)] },
  });
});

test('emoji and colour are for folders, and null removes them', async () => {
  const folder = await ada.folder('Trip');
  const file = await ada.file('a');
  expect(await ada.rename(folder, { emoji: '🏖️', color: '#62C0CB' })).toMatchObject({
    data: { attributes: { name: 'Trip', emoji: '🏖️', color: '#62c0cb' } },
  });
  expect(await ada.rename(folder, { emoji: null })).toMatchObject({
    data: { attributes: { emoji: null, color: '#62c0cb' } },
  });
  expect(await ada.rename(file, { emoji: '🏖️' })).toMatchObject({
    status: 422,
    code: 'item.wrong_type',
    errors: { emoji: [expect.any(String)] },
  });
});

test.each([
  [{}, 422],
  [{ name: 'a/b' }, 422],
  [{ name: '' }, 422],
  [{ name: 'x', parent_id: null }, 422],
  [{ name: 'x', _method: 'patch' }, 422],
])('a PATCH with %o is refused', async (payload, status) => {
  const file = await ada.file('a');
  expect((await ada.rename(file, payload)).status).toBe(status);
  expect(await ada.names()).toEqual(['a']);
});

test('a POST renames by _method alone, in any case', async () => {
  const file = await ada.file('a');
  const post = (payload: object) => ada.call('POST', `/api/rename/${file.id}`, payload);
  expect((await post({ name: 'b' })).status).toBe(405);
  expect((await post({ name: 'b', _method: 'delete' })).status).toBe(405);
  expect((await post({ name: 'b', _method: 'PaTcH' })).status).toBe(200);
  expect(await ada.names()).toEqual(['b']);
});

test('a move moves exactly its items, and the counts of both folders are right', async () => {
  const [from, to] = [await ada.folder('from'), await ada.folder('to')];
  const items = [await ada.folder('inner', from), await ada.file('a', from, 5)];
  const answer = await ada.move(items, to);
  expect(answer).toMatchObject({ status: 200, meta: { count: 2 } });
  expect(answer.meta.operation).not.toBeNull();
  expect(new Set(answer.meta.containers)).toEqual(new Set([from.id, to.id]));
  expect(await ada.names(to)).toEqual(['inner', 'a']);
  expect((await ada.browse(from)).meta).toMatchObject({ total: 0, size: 0 });
  expect((await ada.browse(to)).meta).toMatchObject({ total: 2, size: 5 });
});

test('an item inside another one of the selection moves along with it', async () => {
  const [from, to] = [await ada.folder('from'), await ada.folder('to')];
  const file = await ada.file('a', from);
  expect(await ada.move([file, from], to)).toMatchObject({ status: 200, meta: { count: 1 } });
  expect(await ada.names(to)).toEqual(['from']);
  expect(await ada.names(from)).toEqual(['a']);
});

test('a move to the same folder changes nothing', async () => {
  const folder = await ada.folder('from');
  const file = await ada.file('a', folder);
  const answer = await ada.move([file], folder);
  expect(answer).toMatchObject({ status: 200, meta: { operation: null, count: 1, containers: [] } });
});

test('a folder moves neither into itself nor into its subfolders', async () => {
  const a = await ada.folder('a');
  const b = await ada.folder('b', a);
  const c = await ada.folder('c', b);
  for (const target of [a, b, c])
    expect(await ada.move([a], target)).toMatchObject({ status: 422, code: 'folder.into_itself' });
  expect(await ada.names()).toEqual(['a']);
});

test('a file has no contents, and a selection is not empty', async () => {
  const [a, b] = [await ada.file('a'), await ada.file('b')];
  expect(await ada.move([a], b)).toMatchObject({ status: 422, code: 'item.parent_is_file' });
  expect(await ada.move([], null)).toMatchObject({ status: 422, code: 'request.invalid' });
  expect(await ada.call('POST', '/api/move', { to_id: null })).toMatchObject({ status: 422 });
  expect(
    await ada.call('POST', '/api/move', { to_id: null, items: [a], all_of: { id: 'root' } }),
  ).toMatchObject({ status: 422 });
});

test('conflicting names are refused, numbered or replaced, all or none', async () => {
  const to = await ada.folder('to');
  await ada.file('same.txt', to, 7);
  const items = [await ada.file('same.txt'), await ada.file('other.txt')];
  expect(await ada.move(items, to)).toMatchObject({ status: 409, code: 'item.name_taken' });
  expect(await ada.names()).toEqual(['to', 'other.txt', 'same.txt']);

  expect((await ada.move(items, to, { on_conflict: 'rename' })).status).toBe(200);
  expect(await ada.names(to)).toEqual(['other.txt', 'same (1).txt', 'same.txt']);

  const again = await ada.file('same.txt');
  expect((await ada.move([again], to, { on_conflict: 'replace' })).status).toBe(200);
  const { files } = await ada.browse(to);
  expect(files.data.map(({ data }) => data.id)).toContain(again.id);
  expect(files.data).toHaveLength(3);
});

test('a folder neither replaces nor is replaced', async () => {
  const to = await ada.folder('to');
  await ada.folder('x', to);
  const file = await ada.file('x');
  expect(await ada.move([file], to, { on_conflict: 'replace' })).toMatchObject({ status: 409 });
});

test('two items of one name from different folders get neighbouring numbers', async () => {
  const [a, b, to] = [await ada.folder('a'), await ada.folder('b'), await ada.folder('to')];
  const items = [await ada.file('x', a), await ada.file('x', b), await ada.file('x')];
  expect((await ada.move(items, to)).status).toBe(409);
  expect((await ada.move(items, to, { on_conflict: 'rename' })).status).toBe(200);
  expect(await ada.names(to)).toEqual(['x', 'x (1)', 'x (2)']);
});

test('hundreds of conflicting names are numbered at once', async () => {
  const to = await ada.folder('to');
  const parents = await Promise.all(Array.from({ length: 60 }, (_, index) => ada.folder(`p${index}`)));
  const items = [];
  for (const parent of parents) items.push(await ada.file('x', parent));
  for (let number = 1; number <= 20; number += 1) await ada.file(`x (${number})`, to);
  await ada.file('x (30)', to);
  expect((await ada.move(items, to, { on_conflict: 'rename' })).status).toBe(200);
  const numbers = (await ada.names(to)).map((name) => Number(/\((\d+)\)/.exec(name)?.[1] ?? 0));
  expect(numbers.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 81 }, (_, n) => n).filter((n) => n < 81),
  );
}, 60_000);

test('folders that would nest too deep do not move', async () => {
  const deep = (levels: number) => Array.from({ length: levels }, () => 'd').join('/');
  const make = async (name: string, levels: number) => {
    let parent: string | null = null;
    for (let left = levels; left > 0; left -= 64) {
      const path = deep(Math.min(left, 64) - 1);
      const answer = await ada.call('POST', '/api/create-folder', {
        name,
        path,
        parent_id: parent,
        on_conflict: 'reuse',
      });
      parent = (answer as unknown as { data: { id: string } }).data.id;
    }
    return { id: parent ?? '', type: 'folder' as const };
  };
  const bottom = await make('one', 150);
  await ada.folder('two');
  const tall = await ada.call('POST', '/api/create-folder', { name: 'x', path: `two/${deep(60)}` });
  expect(tall.status).toBe(201);
  await make('one', 150);
  const two = (await ada.browse()).folders.data.find(({ data }) => data.attributes.name === 'two')?.data.id;
  const folder = { id: two ?? '', type: 'folder' as const };
  // 150 above, `two`, 60 below it and x: 212 levels.
  expect((await ada.move([folder], bottom)).status).toBe(200);
  const another = await make('three', 200);
  expect(await ada.move([folder], another)).toMatchObject({ status: 422, code: 'folder.too_deep' });
}, 60_000);

test('one foreign, unknown or mistyped item leaves the whole batch unchanged', async () => {
  const eve = await newcomer('eve');
  const [to, file] = [await ada.folder('to'), await ada.file('a')];
  const hers = await eve.file('hers');
  const foreignItems = [hers, { id: unknown, type: 'file' }, { id: file.id, type: 'folder' }] as const;
  for (const foreign of foreignItems) {
    for (const items of [
      [file, foreign],
      [foreign, file],
    ]) {
      expect(await ada.move(items, to)).toMatchObject({ status: 404, code: 'item.not_found' });
      expect(await ada.remove(items)).toMatchObject({ status: 404, code: 'item.not_found' });
      expect(await ada.restore(items)).toMatchObject({ status: 404, code: 'item.not_found' });
    }
  }
  expect(await ada.names()).toEqual(['to', 'a']);
  expect(await eve.names()).toEqual(['hers']);
});

test('another account’s items, folders and changes answer like unknown ones', async () => {
  const eve = await newcomer('eve');
  const [folder, file] = [await ada.folder('mine'), await ada.file('a')];
  const [hers] = [await eve.file('hers')];
  const ghost = { id: unknown, type: 'folder' } as const;
  expect(await eve.rename(file, { name: 'x' })).toEqual(await eve.rename(ghost, { name: 'x' }));
  expect(await eve.move([hers], folder)).toEqual(await eve.move([hers], ghost));
  expect(await eve.call('POST', '/api/remove', { all_of: { id: folder.id } })).toMatchObject({ status: 404 });
  expect(await eve.call('POST', '/api/move', { to_id: null, all_of: { id: folder.id } })).toMatchObject({
    status: 404,
  });
  const renamed = await ada.rename(file, { name: 'b' });
  expect(await eve.undo(renamed)).toMatchObject({ status: 404, code: 'operation.not_found' });
  const removed = await ada.remove([file]);
  expect(await eve.restore([file])).toMatchObject({ status: 404 });
  expect(await eve.remove([file], true)).toMatchObject({ status: 404 });
  expect(await eve.call('DELETE', '/api/trash/dump')).toMatchObject({ status: 200, meta: { count: 0 } });
  expect((await ada.undo(removed)).status).toBe(200);
  expect(await ada.names()).toEqual(['mine', 'b']);
  expect(await eve.names()).toEqual(['hers']);
});

test('all but some items of a folder move and move back in a few statements', async () => {
  const [from, to] = [await ada.folder('from'), await ada.folder('to')];
  const files = await ada.files(5_200, from);
  const except = files.slice(0, 2).map(({ id }) => id);
  const moved = await ada.call('POST', '/api/move', { to_id: to.id, all_of: { id: from.id, except } });
  expect(moved).toMatchObject({ status: 200, meta: { count: 5_198 } });
  expect((await ada.browse(from)).meta).toMatchObject({ files: 2, size: 4 });
  expect((await ada.browse(to)).meta).toMatchObject({ files: 5_198, size: 10_396 });
  expect(await ada.undo(moved)).toMatchObject({ status: 200, meta: { count: 5_198 } });
  expect((await ada.browse(from)).meta).toMatchObject({ files: 5_200 });
  const removed = await ada.call('POST', '/api/remove', { all_of: { id: from.id } });
  expect(removed).toMatchObject({ status: 200, meta: { count: 5_200 } });
  expect((await ada.browse(from)).meta.total).toBe(0);
  const back = await ada.call('POST', '/api/trash/restore', { all_of: { id: 'root', in: 'trash' } });
  expect(back).toMatchObject({ status: 200, meta: { count: 5_200 } });
  expect((await ada.browse(from)).meta).toMatchObject({ files: 5_200, size: 10_400 });
}, 60_000);

test('an event follows a change with its origin, and a failed change emits none', async () => {
  const told = listen();
  const folder = await ada.folder('to');
  const file = await ada.file('a');
  expect(told).toMatchObject([{ ownerId: ada.userId, containers: [null], itemIds: [folder.id], tree: true }]);
  told.length = 0;
  const cookie = await server.signIn();
  await server.app.inject({
    method: 'POST',
    url: '/api/move',
    headers: { cookie, 'x-socket-id': '12.34' },
    payload: { to_id: folder.id, items: [file] },
  });
  await ada.move([folder], folder);
  await ada.rename(file, { name: 'a' });
  expect(told).toMatchObject([
    {
      origin: '12.34',
      containers: [null, folder.id],
      itemIds: [file.id],
      removedIds: [file.id],
      tree: false,
      trash: false,
    },
  ]);
  told.length = 0;
  await ada.remove([folder]);
  expect(told).toMatchObject([
    { containers: [null], itemIds: [], removedIds: [folder.id], tree: true, trash: true, favourites: true },
  ]);
});

test('the event of folders created by a path names the folder that they are in', async () => {
  const a = await ada.folder('a');
  const told = listen();
  expect((await ada.call('POST', '/api/create-folder', { name: 'd', path: 'a/b/c' })).status).toBe(201);
  const [b] = (await ada.browse(a)).folders.data;
  const [c] = (await ada.browse({ id: b?.data.id ?? '', type: 'folder' })).folders.data;
  expect(told).toMatchObject([{ containers: [a.id, b?.data.id, c?.data.id], tree: true }]);
});

test('an item that leaves or returns to a trashed folder notifies trash and favourites', async () => {
  const folder = await ada.folder('a');
  const inner = await ada.folder('b', folder);
  await ada.remove([folder]);
  const told = listen();
  await ada.undo(await ada.restore([inner]));
  const both = { containers: [folder.id, null], trash: true, favourites: true, tree: true };
  expect(told).toMatchObject([both, { ...both, containers: [null, folder.id] }]);
});

test('an error in a call names its field', async () => {
  const file = await ada.file('a');
  const wrong = (field: string) => ({ status: 422, errors: { [field]: [expect.any(String)] } });
  expect(await ada.rename(file, {})).toMatchObject(wrong('name'));
  expect(await ada.call('POST', '/api/move', { to_id: null })).toMatchObject(wrong('items'));
  expect(await ada.call('POST', '/api/remove', {})).toMatchObject(wrong('items'));
  // A selection does not override the items' own options.
  const contradiction = { items: [{ ...file, force_delete: false }], force_delete: true };
  expect(await ada.call('POST', '/api/remove', contradiction)).toMatchObject(wrong('force_delete'));
  expect(await ada.names()).toEqual(['a']);
});
