import type { Browse, Item } from '@holdall/contract/files';
import { collectionItemsMax } from '@holdall/contract/link-limits';
import type { ItemRef } from '@holdall/contract/selections';
import { beforeEach, describe, expect, test } from 'vitest';
import { createGuestClient, type GuestAnswer, type GuestClient, revoke } from '#testing/guest-client.ts';
import type { TreeClient } from '#testing/tree-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada, newcomer } = useTree();

let folder: ItemRef;
let inner: ItemRef;
let file: ItemRef;
let outside: ItemRef;
let guest: GuestClient;
beforeEach(async () => {
  folder = await ada.folder('Beach');
  inner = await ada.file('sand.txt', folder);
  file = await ada.upload('notes.txt', 'bytes of the notes');
  outside = await ada.upload('diary.txt', 'nobody reads this');
  guest = createGuestClient(server);
});

interface CollectionAnswer {
  readonly data: {
    readonly id: string;
    readonly attributes: { readonly token: string; readonly name: string };
  };
}
const create = (body: object, who: TreeClient = ada) => who.call('POST', '/api/share/collection', body);
const tokenOf = async (body: object = {}): Promise<string> => {
  const answer = await create({ name: 'Holiday', items: [folder, file], ...body });
  expect(answer).toMatchObject({ status: 201 });
  return (answer as unknown as CollectionAnswer).data.attributes.token;
};
const browse = (token: string, id = 'root', query = '') =>
  guest.get(`/api/browse/folders/${id}/${token}?sort=name&direction=ASC${query}`);
const namesOf = (answer: GuestAnswer): string[] => {
  const { folders, files } = answer.json<Browse>();
  return [...folders.data, ...files.data].map(({ data }) => data.attributes.name);
};
const change = (token: string, body: object, who: TreeClient = ada) =>
  who.call('PATCH', `/api/share/${token}/items`, body);

describe('the guests of a collection', () => {
  test('see its items in one folder with its name, and nothing beside them', async () => {
    const token = await tokenOf();
    const opened = await guest.get(`/api/browse/share/${token}`);
    expect(opened.json()).toMatchObject({
      data: {
        attributes: { permission: 'visitor' },
        relationships: { item: { data: { type: 'folder', attributes: { name: 'Holiday', items: 2 } } } },
      },
    });
    const listing = await browse(token);
    expect(namesOf(listing)).toEqual(['Beach', 'notes.txt']);
    const { root, files, meta } = listing.json<Browse>();
    expect(meta).toMatchObject({ total: 2, folders: 1, files: 1, ancestors: [] });
    expect(files.data[0]?.data.attributes.parent_id).toBe(root?.data.id);
    expect(namesOf(await browse(token, folder.id))).toEqual(['sand.txt']);
    for (const path of [`items/${outside.id}`, `files/${outside.id}/content`, `thumbnails/${outside.id}/sm`])
      expect(await guest.get(`/api/${path}/${token}`)).toMatchObject({ status: 404 });
  });

  test('see breadcrumbs that begin at the collection', async () => {
    const token = await tokenOf();
    const details = await guest.get(`/api/items/${inner.id}/${token}`);
    const { meta } = details.json<Item & { meta: { ancestors: { name: string }[] } }>();
    expect(meta.ancestors.map(({ name }) => name)).toEqual(['Holiday', 'Beach']);
  });

  test('page through it in any order, folders first', async () => {
    const many = await ada.files(12, await ada.folder('many'));
    const token = await tokenOf({ items: [...many, folder] });
    const pages = await Promise.all(
      [0, 5, 10].map((offset) => browse(token, 'root', `&limit=5&offset=${offset}`)),
    );
    const names = pages.flatMap(namesOf);
    expect(names).toHaveLength(13);
    expect(names.slice(0, 3)).toEqual(['Beach', 'file 0', 'file 1']);
    expect(new Set(names).size).toBe(13);
  });

  test('see its folders as a tree, and search below all of its items', async () => {
    const token = await tokenOf();
    expect((await guest.get(`/api/browse/navigation/${token}`)).json()).toMatchObject({
      data: [{ id: folder.id, name: 'Beach' }],
    });
    const search = async (query: string) => {
      const { folders, files } = (await guest.get(`/api/search/${token}?query=${query}`)).json<
        Record<
          'folders' | 'files',
          { data: { data: Item['data']; meta: { ancestors: { name: string }[] } }[] }
        >
      >();
      return [...folders.data, ...files.data].map(({ data, meta }) => [
        data.attributes.name,
        meta.ancestors.map(({ name }) => name),
      ]);
    };
    expect(await search('notes')).toEqual([['notes.txt', ['Holiday']]]);
    expect(await search('sand')).toEqual([['sand.txt', ['Holiday', 'Beach']]]);
    expect(await search('diary')).toEqual([]);
  });

  test('download single files, and all of it as one archive', async () => {
    await ada.remove([inner], true);
    const token = await tokenOf();
    expect((await guest.get(`/api/files/${file.id}/content/${token}?download`)).body).toBe(
      'bytes of the notes',
    );
    for (const selection of [{ all_of: { id: 'root' } }, { items: [folder, file] }]) {
      const prepared = await guest.post(`/api/zip/${token}`, selection);
      expect(prepared).toMatchObject({ status: 201 });
      expect(prepared.json()).toMatchObject({ data: { entries: 2 } });
    }
    expect(await guest.post(`/api/zip/${token}`, { items: [outside] })).toMatchObject({ status: 404 });
  });

  test('cannot change anything', async () => {
    const token = await tokenOf();
    expect(await guest.post(`/api/editor/create-folder/${token}`, { name: 'new' })).toMatchObject({
      code: 'share.forbidden',
    });
    expect(await guest.upload(token, 'new.txt', 'x')).toMatchObject({ code: 'share.forbidden' });
    expect(await ada.call('PATCH', `/api/share/${token}`, { permission: 'editor' })).toMatchObject({
      status: 422,
      code: 'share.is_collection',
    });
  });

  test('need its password, and lose access when it ends', async () => {
    const token = await tokenOf({ password: 'a long pass phrase', expiration: 1 });
    expect(await guest.get(`/api/browse/share/${token}`)).toMatchObject({
      status: 401,
      code: 'share.locked',
    });
    await guest.post(`/api/browse/authenticate/${token}`, { password: 'a long pass phrase' });
    expect(await browse(token)).toMatchObject({ status: 200 });
    server.clock.advance(60 * 60_000);
    expect(await browse(token)).toMatchObject({ code: 'share.expired' });
  });

  test('download as often as its limit allows', async () => {
    const token = await tokenOf({ download_limit: 1 });
    const first = `/api/files/${file.id}/content/${token}?download`;
    await guest.get(`/api/browse/share/${token}`);
    expect(await guest.get(first)).toMatchObject({ status: 200 });
    expect(await guest.get(`/api/zip/${token}?items=${folder.id}|folder`)).toMatchObject({
      code: 'share.exhausted',
    });
  });

  test('lose access once their link is revoked', async () => {
    const token = await tokenOf();
    expect(await revoke(ada, token)).toMatchObject({ status: 200 });
    expect(await browse(token)).toMatchObject({ status: 404, code: 'share.not_found' });
  });
});

describe('an item that goes to the trash', () => {
  test('leaves the collection until it is restored', async () => {
    const token = await tokenOf();
    await ada.remove([file]);
    expect(namesOf(await browse(token))).toEqual(['Beach']);
    expect(await guest.get(`/api/files/${file.id}/content/${token}`)).toMatchObject({ status: 404 });
    await ada.restore([file]);
    expect(namesOf(await browse(token))).toEqual(['Beach', 'notes.txt']);
  });

  test('takes its content along', async () => {
    const token = await tokenOf({ items: [inner, file] });
    await ada.remove([folder]);
    expect(namesOf(await browse(token))).toEqual(['notes.txt']);
  });

  test('ends the link if it was the last one', async () => {
    const token = await tokenOf({ items: [file] });
    await ada.remove([file]);
    expect(await browse(token)).toMatchObject({ status: 404, code: 'share.not_found' });
    const summary = await ada.call('GET', '/api/share-summary');
    expect(summary).toMatchObject({ data: { links: 0 } });
    await ada.restore([file]);
    expect(await browse(token)).toMatchObject({ status: 200 });
  });

  test('leaves the collection for good once it is purged', async () => {
    const token = await tokenOf();
    await ada.remove([file], true);
    expect(namesOf(await browse(token))).toEqual(['Beach']);
  });
});

describe('the owner of a collection', () => {
  test('lists it with the number of its items, the latest first', async () => {
    const [first, second] = [await tokenOf(), await tokenOf({ name: 'Second', items: [file] })];
    const list = (query = '') => ada.call('GET', `/api/share/collections${query}`);
    expect(await list()).toMatchObject({
      data: [
        { attributes: { token: second, name: 'Second' }, meta: { items: 1 } },
        { attributes: { token: first, name: 'Holiday' }, meta: { items: 2 } },
      ],
      meta: { next: null },
    });
    const page = (await list('?limit=1')) as unknown as { meta: { next: string } };
    expect(await list(`?limit=1&before=${page.meta.next}`)).toMatchObject({
      data: [{ attributes: { token: first } }],
    });
    expect(await ada.call('GET', '/api/share-summary')).toMatchObject({ data: { links: 2 } });
  });

  test('renames it, adds items and removes items', async () => {
    const token = await tokenOf();
    expect(await ada.call('PATCH', `/api/share/${token}`, { name: 'Summer' })).toMatchObject({
      data: { attributes: { name: 'Summer' } },
    });
    expect(await change(token, { add: [outside], remove: [folder.id] })).toMatchObject({
      meta: { items: 2 },
    });
    expect(namesOf(await browse(token))).toEqual(['diary.txt', 'notes.txt']);
    const items = (await ada.call('GET', `/api/share/${token}/items`)) as unknown as { data: Item['data'][] };
    expect(items.data.map(({ attributes }) => attributes.name)).toEqual(['diary.txt', 'notes.txt']);
  });

  test('shares all items of a folder with exceptions, up to the limit of a collection', async () => {
    await ada.file('shells.txt', folder);
    const all = { id: folder.id, except: [inner.id] };
    const answer = await create({ name: 'All but one', all_of: all });
    const { token } = (answer as unknown as CollectionAnswer).data.attributes;
    expect(namesOf(await browse(token))).toEqual(['shells.txt']);
    const empty = await ada.folder('empty');
    expect(await create({ name: 'Nothing', all_of: { id: empty.id } })).toMatchObject({
      code: 'share.empty',
    });
    await ada.files(collectionItemsMax + 1, empty);
    expect(await create({ name: 'Many', all_of: { id: empty.id } })).toMatchObject({
      code: 'share.too_many_items',
    });
  });

  test('cannot empty it, nor exceed its limit', async () => {
    const token = await tokenOf();
    expect(await change(token, { remove: [folder.id, file.id] })).toMatchObject({
      status: 422,
      code: 'share.empty',
    });
    const many = await ada.files(collectionItemsMax, folder);
    expect(await change(token, { add: many })).toMatchObject({ status: 422, code: 'share.too_many_items' });
    expect(namesOf(await browse(token))).toEqual(['Beach', 'notes.txt']);
    expect(await create({ name: 'Too many', items: [...many, file] })).toMatchObject({
      status: 422,
      errors: { items: ['A collection can have at most 500 items.'] },
    });
  });

  test('cannot share others’ items, nor items in the trash', async () => {
    const eve = await newcomer('eve');
    const own = await eve.file('eve.txt');
    for (const items of [[own], [file, own]])
      expect(await create({ name: 'Stolen', items })).toMatchObject({ status: 404, code: 'item.not_found' });
    await ada.remove([outside]);
    expect(await create({ name: 'Trash', items: [outside] })).toMatchObject({ code: 'item.not_found' });
    const token = await tokenOf();
    expect(await change(token, { add: [own] })).toMatchObject({ code: 'item.not_found' });
    for (const answer of [
      await change(token, { add: [own] }, eve),
      await eve.call('GET', `/api/share/${token}/items`),
      await eve.call('PATCH', `/api/share/${token}`, { name: 'Mine' }),
    ])
      expect(answer).toMatchObject({ status: 404, code: 'share.not_found' });
  });

  test('renames only collections, and lists only their items', async () => {
    const link = (await ada.call('POST', '/api/share', { ...file })) as unknown as CollectionAnswer;
    const { token } = link.data.attributes;
    for (const answer of [
      await ada.call('PATCH', `/api/share/${token}`, { name: 'Named' }),
      await ada.call('GET', `/api/share/${token}/items`),
      await change(token, { add: [folder] }),
    ])
      expect(answer).toMatchObject({ status: 422, code: 'share.not_collection' });
  });
});
