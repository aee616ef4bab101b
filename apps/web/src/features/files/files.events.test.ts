import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Page } from './entry.ts';
import { itemAdded } from './files.events.ts';
import { pageQuery, type ListingRef } from './files.queries.ts';
import { entryNamed, metaOf } from './testing/entries.ts';

const top: ListingRef = { folderId: null, sorting: { field: 'name', direction: 'ASC' } };
const folder = entryNamed('folder', { type: 'folder' });
const inside: ListingRef = { folderId: folder.id, sorting: { field: 'name', direction: 'ASC' } };

const clientWith = (...listings: readonly [ListingRef, Page['entries'], Page['root']?][]): QueryClient => {
  const client = new QueryClient();
  for (const [ref, entries, root = null] of listings) {
    const folders = entries.filter(({ type }) => type === 'folder').length;
    const meta = metaOf({ folders, files: entries.length - folders });
    client.setQueryData(pageQuery(ref, 0).queryKey, { entries, root, meta });
  }
  return client;
};

const added = (name: string, parent: string | null) => {
  const entry = entryNamed(name);
  return { ...entry, attributes: { ...entry.attributes, parent_id: parent } };
};

test('an item appears in its folder and counts in the folder’s own row', () => {
  const client = clientWith(
    [top, [{ ...folder, attributes: { ...folder.attributes, items: 2 } }]],
    [inside, [], folder],
  );
  itemAdded(client, added('a.txt', folder.id));
  expect(client.getQueryData(pageQuery(inside, 0).queryKey)).toMatchObject({
    root: { attributes: { items: 1 } },
    meta: { total: 1, files: 1 },
    entries: [{ id: 'id-a.txt' }],
  });
  expect(client.getQueryData(pageQuery(top, 0).queryKey)?.entries[0]?.attributes.items).toBe(3);
});

test('an item that is shown already is not counted again', () => {
  const client = clientWith([top, [folder]], [inside, [added('a.txt', folder.id)]]);
  itemAdded(client, added('a.txt', folder.id));
  expect(client.getQueryData(pageQuery(inside, 0).queryKey)?.meta.total).toBe(1);
  expect(client.getQueryData(pageQuery(top, 0).queryKey)?.entries[0]?.attributes.items).toBeUndefined();
});

test('an item of another folder leaves the listing alone', () => {
  const client = clientWith([top, [folder]]);
  itemAdded(client, added('a.txt', 'elsewhere'));
  expect(client.getQueryData(pageQuery(top, 0).queryKey)?.entries).toEqual([folder]);
});
