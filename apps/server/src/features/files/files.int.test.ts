import type { Browse, Item } from '@holdall/contract/files';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';

let server: TestApp;
let cookie: string;
beforeEach(async () => {
  server = await createTestApp();
  cookie = await server.signIn();
});
afterEach(() => server.close());

const createFolder = (payload: object, as = cookie) =>
  server.app.inject({ method: 'POST', url: '/api/create-folder', headers: { cookie: as }, payload });
const makeFolder = async (payload: object): Promise<Item> => {
  const answer = await createFolder(payload);
  expect(answer.statusCode).toBe(201);
  return answer.json();
};
const browse = async (id = 'root', query = ''): Promise<Browse> => {
  const answer = await server.app.inject({ url: `/api/browse/folders/${id}${query}`, headers: { cookie } });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const names = ({ folders, files }: Browse): string[] =>
  [...folders.data, ...files.data].map(({ data }) => data.attributes.name);

/** Inserts a file's row without bytes: listings never read those. */
const addFile = async (name: string, size: number, parentId: string | null = null): Promise<string> => {
  const owner = await server.foundation.users.findByEmail('ada@example.com');
  const actor = {
    kind: 'user',
    id: owner?.id ?? '',
    role: 'admin',
    canUpload: true,
    canDownload: true,
    canCreateFolder: true,
  } as const;
  const { item } = await server.parts.db.transaction().execute((trx) =>
    server.fileTargets.insertFile(trx, actor, {
      parentId,
      path: [],
      name,
      onConflict: 'refuse',
      blob: { store_id: server.storeId, key: `key-${name}-${parentId}`, size, sha256: 'ab', crc32: 1 },
      mimetype: 'text/plain',
      category: 'documents',
      lastModified: null,
    }),
  );
  return item.id;
};

test('a folder is created with emoji and colour and returned with all fields', async () => {
  const folder = await makeFolder({ name: 'Trip', emoji: '🏖️', color: '#62C0CB' });
  expect(folder.data).toMatchObject({
    type: 'folder',
    attributes: {
      name: 'Trip',
      emoji: '🏖️',
      color: '#62c0cb',
      items: 0,
      parent_id: null,
      size: null,
      deleted_at: null,
    },
    relationships: { shared: null },
  });
  expect((await browse()).folders.data).toEqual([folder]);
});

test.each([
  [{ name: '' }, 'name'],
  [{ name: 'a/b' }, 'name'],
  [{ name: '..' }, 'name'],
  [{ name: 'x'.repeat(256) }, 'name'],
  [{ name: 'é'.repeat(128) }, 'name'],
  [{ name: 'a\u0000b' }, 'name'],
  [{ name: 'a\r\nSet-Cookie:x' }, 'name'],
  [{ name: '\ud800' }, 'name'],
  [{ name: 'a\u0085b' }, 'name'],
  [{ name: 'ok', path: 'a/'.repeat(20_000) }, 'path'],
  [{ name: 7 }, 'name'],
  [{}, 'name'],
  [{ name: 'ok', emoji: '"><img>' }, 'emoji'],
  [{ name: 'ok', emoji: '🏖️🏖️' }, 'emoji'],
  [{ name: 'ok', color: 'red;background:url(x)' }, 'color'],
  [{ name: 'ok', parent_id: 'nonsense' }, 'parent_id'],
  [{ name: 'ok', path: '../x' }, 'path'],
  [{ name: 'ok', path: 'a\\b' }, 'path'],
  [{ name: 'ok', owner_id: 'me' }, 'owner_id'],
])('%o is refused naming the field, and nothing is created', async (payload, field) => {
  const answer = await createFolder(payload);
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ code: 'request.invalid', errors: { [field]: [expect.any(String)] } });
  expect((await browse()).meta.total).toBe(0);
});

test('names are stored in one normal form, so that two spellings conflict', async () => {
  await makeFolder({ name: 'Café' });
  const answer = await createFolder({ name: 'Cafe\u0301' });
  expect(answer.json()).toMatchObject({
    status: 409,
    code: 'item.name_taken',
    errors: { name: [expect.any(String)] },
  });
});

test('a conflict is refused, numbered, or answered with the existing folder', async () => {
  const first = await makeFolder({ name: 'v1.2' });
  expect((await createFolder({ name: 'v1.2' })).statusCode).toBe(409);
  expect((await makeFolder({ name: 'v1.2', on_conflict: 'rename' })).data.attributes.name).toBe('v1.2 (1)');
  expect((await makeFolder({ name: 'v1.2', on_conflict: 'rename' })).data.attributes.name).toBe('v1.2 (2)');
  expect((await makeFolder({ name: 'v1.2', on_conflict: 'reuse' })).data.id).toBe(first.data.id);
});

test('a path creates its missing folders once', async () => {
  const a = await makeFolder({ name: 'c', path: 'a/b', on_conflict: 'reuse' });
  const b = await makeFolder({ name: 'd', path: 'a/b/', on_conflict: 'reuse' });
  expect(a.data.attributes.parent_id).toBe(b.data.attributes.parent_id);
  const root = await browse();
  expect(names(root)).toEqual(['a']);
  expect(root.folders.data[0]?.data.attributes.items).toBe(1);
  const inner = await browse(a.data.attributes.parent_id ?? '');
  expect(inner.meta).toMatchObject({ total: 2, folders: 2, files: 0 });
  expect(inner.root?.data.attributes).toMatchObject({ name: 'b', items: 2 });
  expect(inner.meta.ancestors.map((ancestor) => ancestor.name)).toEqual(['a']);
});

test('parallel creations of one path make one folder', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      createFolder({ name: `n${index}`, path: 'deep/er', on_conflict: 'refuse' }),
    ),
  );
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 12 }, () => 201));
  const root = await browse();
  expect(names(root)).toEqual(['deep']);
  const deep = await browse(root.folders.data[0]?.data.id);
  expect(deep.folders.data.map(({ data }) => [data.attributes.name, data.attributes.items])).toEqual([
    ['er', 12],
  ]);
});

test('a file has no contents, and a file on a path is a conflict', async () => {
  const file = await addFile('notes.txt', 3);
  expect((await createFolder({ name: 'x', parent_id: file })).json()).toMatchObject({
    status: 422,
    code: 'item.parent_is_file',
    errors: { parent_id: [expect.any(String)] },
  });
  expect((await createFolder({ name: 'x', path: 'notes.txt' })).json()).toMatchObject({
    status: 409,
    code: 'item.name_taken',
  });
  expect((await browse()).meta.total).toBe(1);
});

test('another account’s items answer like unknown ones', async () => {
  const mine = await makeFolder({ name: 'Private' });
  await server.addUser('eve@example.com');
  const eve = await server.signIn('eve@example.com');
  const unknown = '01900000-0000-7000-8000-000000000000';
  for (const url of [(id: string) => `/api/browse/folders/${id}`, (id: string) => `/api/items/${id}`]) {
    const foreign = await server.app.inject({ url: url(mine.data.id), headers: { cookie: eve } });
    const absent = await server.app.inject({ url: url(unknown), headers: { cookie: eve } });
    expect(foreign.statusCode).toBe(404);
    expect(foreign.json()).toEqual(absent.json());
  }
  expect((await createFolder({ name: 'x', parent_id: mine.data.id }, eve)).statusCode).toBe(404);
  expect((await browse(mine.data.id)).meta.total).toBe(0);
  const nonsense = await server.app.inject({ url: '/api/items/nonsense', headers: { cookie } });
  expect(nonsense.json()).toMatchObject({ status: 404, code: 'item.not_found' });
});

test('folders come first, then files, each in the requested order', async () => {
  for (const name of ['Zoo', 'album 10', 'album 9']) await makeFolder({ name });
  await addFile('b 2.txt', 30);
  await addFile('B 10.txt', 10);
  await addFile('á.txt', 20);
  expect(names(await browse('root', '?sort=name&direction=ASC'))).toEqual([
    'album 9',
    'album 10',
    'Zoo',
    'á.txt',
    'b 2.txt',
    'B 10.txt',
  ]);
  expect(names(await browse('root', '?sort=name&direction=DESC'))).toEqual([
    'Zoo',
    'album 10',
    'album 9',
    'B 10.txt',
    'b 2.txt',
    'á.txt',
  ]);
  expect(names(await browse('root', '?sort=size&direction=ASC')).slice(3)).toEqual([
    'B 10.txt',
    'á.txt',
    'b 2.txt',
  ]);
  expect(names(await browse())).toEqual(['album 9', 'album 10', 'Zoo', 'á.txt', 'B 10.txt', 'b 2.txt']);
  expect((await browse()).meta).toMatchObject({
    total: 6,
    folders: 3,
    files: 3,
    size: 60,
    offset: 0,
    limit: 500,
  });
});

test('pages cover a listing exactly, across the border of folders and files', async () => {
  for (let n = 0; n < 5; n += 1) await makeFolder({ name: `d${n}` });
  for (let n = 0; n < 7; n += 1) await addFile(`f${n}`, n);
  const whole = names(await browse('root', '?sort=name&direction=ASC'));
  const paged: string[] = [];
  for (let offset = 0; offset < 12; offset += 3) {
    const page = await browse('root', `?sort=name&direction=ASC&offset=${offset}&limit=3`);
    expect(page.folders.data.length + page.files.data.length).toBe(3);
    paged.push(...names(page));
  }
  expect(paged).toEqual(whole);
  expect(names(await browse('root', '?offset=12'))).toEqual([]);
});

test.each([
  '?sort=password_hash',
  '?sort=name;drop',
  '?direction=sideways',
  '?limit=0',
  '?limit=1001',
  '?offset=-1',
  '?page=2',
])('the listing refuses %s', async (query) => {
  const answer = await server.app.inject({ url: `/api/browse/folders/root${query}`, headers: { cookie } });
  expect(answer.statusCode).toBe(422);
});

test('the page of an item is found by its id, in every order', async () => {
  const ids: string[] = [];
  // The ids decide between two of equal size.
  for (const [name, size] of [
    ['a 2', 5],
    ['a 10', 5],
    ['b', 1],
    ['c', 9],
  ] as const)
    ids.push(await addFile(name, size));
  const folder = await makeFolder({ name: 'z' });
  await makeFolder({ name: 'y' });
  const inside = await addFile('inside', 3, folder.data.id);
  for (const sort of ['name', 'size', 'created_at', 'modified_at'])
    for (const direction of ['ASC', 'DESC']) {
      const order = `sort=${sort}&direction=${direction}`;
      const all = await browse('root', `?${order}`);
      const listed = [...all.folders.data, ...all.files.data].map(({ data }) => data.id);
      for (const id of [...ids, folder.data.id]) {
        const page = await browse('root', `?${order}&limit=2&around=${id}`);
        const at = listed.indexOf(id);
        expect([order, page.meta.position, page.meta.offset]).toEqual([order, at, at - (at % 2)]);
        expect([...page.folders.data, ...page.files.data].map(({ data }) => data.id)).toContain(id);
      }
    }
  expect((await browse('root', `?around=${inside}`)).meta.position).toBeNull();
  expect((await browse()).meta.position).toBeUndefined();
});

test('details include the folders above, the checksum, and whether the item is in the trash', async () => {
  const folder = await makeFolder({ name: 'b', path: 'a', on_conflict: 'reuse' });
  const file = await addFile('x.txt', 5, folder.data.id);
  const answer = await server.app.inject({ url: `/api/items/${file}`, headers: { cookie } });
  const details = answer.json<Item>();
  expect(details.data.attributes.file_url).toContain(`/api/files/${file}/content?v=`);
  expect(details).toMatchObject({
    data: { attributes: { name: 'x.txt', size: 5, sha256: 'ab' } },
    meta: { ancestors: [{ name: 'a' }, { name: 'b' }], trashed: false },
  });
  await server.app.inject({
    method: 'POST',
    url: '/api/remove',
    headers: { cookie },
    payload: { items: [{ id: folder.data.id, type: 'folder' }] },
  });
  const inTrash = await server.app.inject({ url: `/api/items/${file}`, headers: { cookie } });
  expect(inTrash.json()).toMatchObject({
    data: { attributes: { deleted_at: null } },
    meta: { ancestors: [{ name: 'b' }], trashed: true },
  });
});

test('folders nest up to a limit', async () => {
  const deep = Array.from({ length: 64 }, () => 'd').join('/');
  let parent: string | null = null;
  for (let level = 0; level < 3; level += 1) {
    parent = (await makeFolder({ name: 'x', path: deep, parent_id: parent, on_conflict: 'reuse' })).data.id;
  }
  const answer = await createFolder({ name: 'x', path: deep, parent_id: parent });
  expect(answer.json()).toMatchObject({ status: 422, code: 'folder.too_deep' });
});

test('people without the right to create folders are told so', async () => {
  await server.parts.db.updateTable('users').set({ can_create_folder: 0 }).execute();
  expect((await createFolder({ name: 'x' })).json()).toMatchObject({ status: 403, code: 'folder.disabled' });
});

test('a name with hundreds of numbered copies gets the next number, each once', async () => {
  const taken = [...Array.from({ length: 40 }, (_, index) => index + 1), 64, 128];
  await makeFolder({ name: 'same' });
  for (const number of taken) await makeFolder({ name: `same (${number})` });
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => makeFolder({ name: 'same', on_conflict: 'rename' })),
  );
  const numbers = answers.map(({ data }) => Number(/^same \((\d+)\)$/.exec(data.attributes.name)?.[1]));
  expect(new Set(numbers).size).toBe(5);
  for (const number of numbers) expect(taken).not.toContain(number);
});

test('people without the right to create folders create none by an upload’s path either', async () => {
  await server.parts.db.updateTable('users').set({ can_create_folder: 0 }).execute();
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/upload?name=x.txt&path=new/folder/',
    headers: { cookie, 'content-type': 'application/octet-stream' },
    payload: 'x',
  });
  expect(answer.json()).toMatchObject({ status: 403, code: 'folder.disabled' });
  expect((await browse()).meta.total).toBe(0);
});
