import { defaultSorting } from '@holdall/contract/listing-order';
import type { Share } from '@holdall/contract/share-link';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Page } from '../entry.ts';
import { listingKey, type ListingRef } from './files.queries.ts';
import { linkChanged } from './link-changes.ts';
import { folderSource, sharedSource } from '../listing/listing-source.ts';
import { selectionOf } from '../selection/selection.ts';
import { selectionStore } from '../selection/selection.store.ts';
import { entryNamed, metaOf } from '../testing/entries.ts';

const [a, b] = [entryNamed('a'), entryNamed('b')];
const link = { data: { attributes: { token: 'one' } } } as Share;
const home: ListingRef = { source: folderSource(null), sorting: defaultSorting };
const shared: ListingRef = { source: sharedSource, sorting: defaultSorting };

const cacheOf = (): { client: QueryClient; page: (ref: ListingRef) => Page | undefined } => {
  const client = new QueryClient();
  const keyOf = (ref: ListingRef) => [...listingKey(ref), 0];
  for (const ref of [home, shared])
    client.setQueryData<Page>(keyOf(ref), { entries: [a, b], root: null, meta: metaOf({ files: 2 }) });
  return { client, page: (ref) => client.getQueryData<Page>(keyOf(ref)) };
};
const linkOf = (page: Page | undefined, id: string) =>
  page?.entries.find((entry) => entry.id === id)?.relationships.shared;

test('a new link shows in every row of its item, and in the selection', () => {
  const { client, page } = cacheOf();
  selectionStore.set(selectionOf([a]));
  linkChanged(client, a.id, link);
  expect(linkOf(page(home), a.id)).toBe(link);
  expect(linkOf(page(home), b.id)).toBeNull();
  const selection = selectionStore.get();
  expect(!selection.all && selection.entries.get(a.id)?.relationships.shared).toBe(link);
});

test('without a link the item stays in its folder, and leaves the shared items', () => {
  const { client, page } = cacheOf();
  linkChanged(client, a.id, link);
  linkChanged(client, a.id, null);
  expect(page(home)?.entries).toHaveLength(2);
  expect(linkOf(page(home), a.id)).toBeNull();
  expect(page(shared)?.entries.map(({ id }) => id)).toEqual([b.id]);
  expect(page(shared)?.meta.total).toBe(1);
});
