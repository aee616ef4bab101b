import type { Browse, Item } from '@holdall/contract/files';
import { trashQuery } from '@holdall/contract/page';
import { expect, test } from 'vitest';
import { useTree } from '#testing/use-tree.ts';
import { listTrash } from './trash-listing.ts';

const { server, ada, newcomer } = useTree();

const unknown = '01900000-0000-7000-8000-000000000000';
type Listed = Browse & { trash?: { items: number; size: number }; status: number };
const view = async (path: string, who = ada): Promise<Listed> => {
  const answer: unknown = await who.call('GET', `/api/browse/${path}`);
  return answer as Listed;
};
const namesOf = ({ folders, files }: Browse) =>
  [...folders.data, ...files.data].map(({ data }: Item) => data.attributes.name);
const tick = () => server.clock.advance(1_000);

test('the latest files are the newest ones of all folders', async () => {
  const folder = await ada.folder('folder');
  await ada.file('first', folder);
  tick();
  await ada.file('second');
  tick();
  await ada.file('third', folder);
  const latest = await view('latest');
  expect(namesOf(latest)).toEqual(['third', 'second', 'first']);
  expect(latest).toMatchObject({
    root: null,
    folders: { data: [] },
    meta: { total: 3, files: 3, limit: 100 },
  });
});

test('a hundred of the latest files are listed, and more on request', async () => {
  await ada.file('old');
  tick();
  await ada.files(120, null);
  const latest = await view('latest');
  expect(latest).toMatchObject({ more: true, meta: { total: 100 } });
  expect(namesOf(latest)).not.toContain('old');
  const more = await view('latest?limit=120');
  expect(more).toMatchObject({ more: true, meta: { total: 120, limit: 120 } });
  const all = await view('latest?limit=121');
  expect(all).toMatchObject({ more: false, meta: { total: 121 } });
  expect(namesOf(all).at(-1)).toBe('old');
  for (const limit of ['0', '501', 'all'])
    expect(await view(`latest?limit=${limit}`)).toMatchObject({ status: 422 });
});

test('each of the latest files includes its folder', async () => {
  const folder = await ada.folder('folder');
  await ada.file('inside', folder);
  tick();
  await ada.file('top');
  const { files } = await view('latest');
  expect(files.data.map(({ data }) => data.relationships.location)).toEqual([
    { data: null },
    { data: { id: folder.id, name: 'folder' } },
  ]);
});

test('the latest files exclude the trash, however many newer ones it has', async () => {
  const outer = await ada.folder('outer');
  const inner = await ada.folder('inner', outer);
  await ada.file('kept');
  tick();
  await ada.file('first', inner);
  tick();
  await ada.files(12_000, inner);
  await ada.files(300, outer);
  tick();
  const alone = await ada.file('alone');
  await ada.remove([alone]);
  await ada.remove([outer]);
  expect(namesOf(await view('latest'))).toEqual(['kept']);
  await ada.restore([outer]);
  expect((await view('latest')).meta.total).toBe(100);
});

test('nothing is shared yet', async () => {
  await ada.file('file');
  expect(await view('share?sort=name&limit=10')).toMatchObject({
    status: 200,
    folders: { data: [] },
    files: { data: [] },
    root: null,
    meta: { total: 0, offset: 0, limit: 10 },
  });
});

test('the trash lists its entries with their former folders', async () => {
  const folder = await ada.folder('folder');
  const inner = await ada.folder('inner', folder);
  const [a, b] = [await ada.file('a', folder, 5), await ada.file('b', null, 3)];
  await ada.file('below', inner, 7);
  await ada.remove([a]);
  tick();
  await ada.remove([inner]);
  tick();
  await ada.remove([b]);
  const trash = await view('trash/root');
  expect(namesOf(trash)).toEqual(['inner', 'b', 'a']);
  expect(trash.meta).toMatchObject({ total: 3, folders: 1, files: 2, size: 8, offset: 0, ancestors: [] });
  expect(trash.trash).toEqual({ items: 4, size: 15 });
  expect(trash.files.data.map(({ data }) => data.relationships.trashed_from)).toEqual([
    { data: null },
    { data: { id: folder.id, name: 'folder' } },
  ]);
  expect(trash.files.data[0]?.data.attributes.deleted_at).not.toBeNull();
});

test.each([
  ['deleted_at', 'ASC', ['z', 'y', '1', 'bb', 'a']],
  ['name', 'ASC', ['y', 'z', '1', 'a', 'bb']],
  ['name', 'DESC', ['z', 'y', 'bb', 'a', '1']],
  ['size', 'ASC', ['y', 'z', 'a', '1', 'bb']],
  ['created_at', 'ASC', ['y', 'z', 'a', 'bb', '1']],
  ['modified_at', 'DESC', ['z', 'y', '1', 'bb', 'a']],
])('the trash is sorted by %s %s, folders first', async (sort, direction, expected) => {
  const made = [await ada.folder('y')];
  for (const make of [
    () => ada.folder('z'),
    () => ada.file('a', null, 1),
    () => ada.file('bb', null, 9),
    () => ada.file('1', null, 5),
  ]) {
    tick();
    made.push(await make());
  }
  const [y, z, a, bb, one] = made;
  for (const item of [z, y, one, bb, a]) {
    tick();
    if (item !== undefined) await ada.remove([item]);
  }
  expect(namesOf(await view(`trash/root?sort=${sort}&direction=${direction}`))).toEqual(expected);
  const pages = [0, 2, 4].map((offset) =>
    view(`trash/root?sort=${sort}&direction=${direction}&offset=${offset}&limit=2`),
  );
  expect((await Promise.all(pages)).flatMap(namesOf)).toEqual(expected);
});

test('the trash is sorted by deletion by default, a folder in it by creation', async () => {
  const old = await ada.folder('old');
  tick();
  await ada.file('older', old);
  tick();
  await ada.file('newer', old);
  const files = [await ada.file('first')];
  tick();
  files.push(await ada.file('second'));
  const young = await ada.folder('young');
  for (const item of [young, ...files.toReversed(), old]) {
    tick();
    await ada.remove([item]);
  }
  expect(namesOf(await view('trash/root'))).toEqual(['old', 'young', 'first', 'second']);
  expect(namesOf(await view('trash/root?sort=created_at'))).toEqual(['young', 'old', 'second', 'first']);
  expect(namesOf(await view(`trash/${old.id}`))).toEqual(['newer', 'older']);
  const { meta } = await view(`trash/root?around=${files[0]?.id}&limit=1`);
  expect(meta.position).toBe(2);
});

test('the position of an entry is reported in every order', async () => {
  const folder = await ada.folder('folder');
  const inside = await ada.file('inside', folder);
  const items = [folder, await ada.folder('another')];
  for (const name of ['c', 'a', 'b']) items.push(await ada.file(name));
  const kept = await ada.file('kept');
  for (const item of items) {
    tick();
    await ada.remove([item]);
  }
  for (const sort of ['name', 'size', 'deleted_at', 'created_at', 'modified_at'])
    for (const direction of ['ASC', 'DESC']) {
      const order = `sort=${sort}&direction=${direction}`;
      const all = await view(`trash/root?${order}`);
      const ids = [...all.folders.data, ...all.files.data].map(({ data }: Item) => data.id);
      for (const [at, id] of ids.entries()) {
        const { meta } = await view(`trash/root?${order}&limit=2&around=${id}`);
        expect([order, meta.position, meta.offset]).toEqual([order, at, at - (at % 2)]);
      }
    }
  expect((await view(`trash/root?around=${inside.id}`)).meta.position).toBeNull();
  expect((await view(`trash/root?around=${kept.id}`)).meta.position).toBeNull();
  expect((await view('trash/root')).meta.position).toBeUndefined();
  expect((await view(`trash/${folder.id}?sort=deleted_at&around=${inside.id}`)).meta.position).toBe(0);
});

test('the contents of a trashed folder are listed, with the trashed folders above it', async () => {
  const outer = await ada.folder('outer');
  const root = await ada.folder('root folder', outer);
  const inner = await ada.folder('inner', root);
  await ada.file('file', inner);
  await ada.remove([root]);
  const listed = await view(`trash/${inner.id}`);
  expect(namesOf(listed)).toEqual(['file']);
  expect(listed.root?.data.id).toBe(inner.id);
  expect(listed.meta).toMatchObject({ trashed: true, total: 1 });
  expect(listed.meta.ancestors.map(({ name }) => name)).toEqual(['root folder']);
  expect(listed.trash).toBeUndefined();
});

test('a live item is not found in the trash', async () => {
  const bob = await newcomer('bob');
  const folder = await ada.folder('folder');
  const file = await ada.file('file');
  const his = await bob.folder('his');
  await bob.remove([his]);
  await ada.remove([file]);
  for (const id of [folder.id, file.id, his.id, unknown])
    expect(await view(`trash/${id}`)).toMatchObject({ status: 404, code: 'item.not_found' });
  expect(namesOf(await view('trash/root', bob))).toEqual(['his']);
});

test('an entry deleted before its folder stays a separate one, and is counted once', async () => {
  const folder = await ada.folder('folder');
  const file = await ada.file('file', folder, 4);
  await ada.file('other', folder, 2);
  await ada.remove([file]);
  await ada.remove([folder]);
  expect(await view('trash/root')).toMatchObject({ meta: { total: 2 }, trash: { items: 3, size: 6 } });
  await ada.remove([folder], true);
  expect(await view('trash/root')).toMatchObject({
    meta: { total: 1 },
    trash: { items: 1, size: 4 },
    files: { data: [{ data: { relationships: { trashed_from: { data: null } } } }] },
  });
});

test('the contents of the trash are counted through many folders', async () => {
  const roots = [];
  for (const name of ['one', 'two', 'three']) {
    const root = await ada.folder(name);
    for (const child of ['a', 'b']) {
      const folder = await ada.folder(child, root);
      for (const leaf of ['x', 'y', 'z']) await ada.files(2, await ada.folder(leaf, folder));
    }
    roots.push(root);
  }
  await ada.remove(roots);
  expect((await view('trash/root')).trash).toEqual({
    items: 3 * (1 + 2 * (1 + 3 * 3)),
    size: 3 * 2 * 3 * 2 * 2,
  });
  expect((await view('trash/root?offset=1')).trash).toBeUndefined();
  await ada.call('DELETE', '/api/trash/dump');
  expect(await view('trash/root')).toMatchObject({ meta: { total: 0 }, trash: { items: 0, size: 0 } });
});

test('no statement reads more than a thousand folders to count the trash', async () => {
  await ada.folders(1_200, await ada.folder('wide'));
  await ada.folders(1_100, null);
  await ada.call('POST', '/api/remove', { all_of: { id: 'root' } });
  let most = 0;
  const watched = server.parts.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      most = Math.max(most, result.rows.length);
      return result;
    },
  });
  const { contents } = await listTrash(watched, ada.userId, trashQuery.parse({}));
  expect(contents).toEqual({ items: 1 + 1_200 + 1_100, size: 0 });
  expect(most).toBe(1_000);
});

interface Node {
  readonly id: string;
  readonly name: string;
  readonly items: number;
  readonly folders_count: number;
  readonly folders: Node[];
}
const tree = async (query = '', who = ada) => {
  const answer: unknown = await who.call('GET', `/api/browse/navigation${query}`);
  return answer as { status: number; data: Node[]; meta: { total: number; offset: number; limit: number } };
};

test('the tree has two levels by name, with the counts below', async () => {
  const b = await ada.folder('b');
  await ada.folder('A');
  const two = await ada.folder('part 10', b);
  await ada.folder('part 9', b);
  const deep = await ada.folder('deep', two);
  await ada.folder('deeper', deep);
  await ada.files(3, b);
  const { data, meta } = await tree();
  expect(meta).toEqual({ total: 2, offset: 0, limit: 1000 });
  expect(data.map(({ name, items, folders_count: count }) => [name, items, count])).toEqual([
    ['A', 0, 0],
    ['b', 5, 2],
  ]);
  expect(data[1]?.folders.map(({ name, folders_count: count, folders }) => [name, count, folders])).toEqual([
    ['part 9', 0, []],
    ['part 10', 1, []],
  ]);
  const below = await tree(`?parent_id=${two.id}`);
  expect(below.data).toMatchObject([{ id: deep.id, items: 1, folders_count: 1, folders: [] }]);
  expect(below.meta.total).toBe(1);
});

test('the tree shows neither the trash nor other accounts’ folders', async () => {
  const bob = await newcomer('bob');
  const folder = await ada.folder('a');
  const inner = await ada.folder('b', folder);
  expect((await tree('', bob)).data).toEqual([]);
  expect(await tree(`?parent_id=${folder.id}`, bob)).toMatchObject({ status: 404, code: 'item.not_found' });
  await ada.remove([inner]);
  expect((await tree()).data).toMatchObject([{ name: 'a', items: 0, folders_count: 0, folders: [] }]);
  expect(await tree(`?parent_id=${inner.id}`)).toMatchObject({ status: 404 });
  expect(await tree(`?parent_id=${unknown}`)).toMatchObject({ status: 404 });
  expect(await tree(`?parent_id=${(await ada.file('file')).id}`)).toMatchObject({ status: 404 });
  expect(await tree('?parent_id=root')).toMatchObject({ status: 422 });
});

test('a level of more than a thousand folders comes in pages and does not block other levels', async () => {
  const [large, small] = [await ada.folder('a large one'), await ada.folder('b small one')];
  await ada.folder('inside', small);
  await ada.folders(1_003, large);
  const { data } = await tree();
  expect(data.map(({ folders_count: count, folders }) => [count, folders.length])).toEqual([
    [1_003, 0],
    [1, 1],
  ]);
  const first = await tree(`?parent_id=${large.id}`);
  expect([first.data.length, first.meta.total]).toEqual([1_000, 1_003]);
  const rest = await tree(`?parent_id=${large.id}&offset=1000`);
  expect(rest.data.map(({ name }) => name)).toEqual(['folder 1000', 'folder 1001', 'folder 1002']);
});
