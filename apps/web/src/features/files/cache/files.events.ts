import type { Query, QueryClient } from '@tanstack/react-query';
import type { Entry, Page } from '../entry.ts';
import {
  folderKey,
  listingsKey,
  overviewKey,
  sourceKey,
  trashKey,
  type ListingRef,
} from './files.queries.ts';
import { cachedListings, changeListing, exchange, invalidate, queriesBelow } from './listing-cache.ts';
import { sharedSource, type ListingSource } from '../listing/listing-source.ts';
import { withEntry } from './sparse-pages.ts';

const isFolderListing = ({ source }: ListingRef, folderId: string | null): boolean =>
  source.kind === 'folder' && source.id === folderId;

const withItems = (folder: Entry, change: (items: number) => number): Entry => ({
  ...folder,
  attributes: { ...folder.attributes, items: Math.max(0, change(folder.attributes.items ?? 0)) },
});

/** Changes the number of items that a folder shows; the top of the account (null) shows none. */
export const countChanged = (
  client: QueryClient,
  folderId: string | null,
  change: (items: number) => number,
): void => {
  if (folderId !== null) exchange(client, folderId, (folder) => withItems(folder, change));
};

/**
 * Updates the cache with a new item: the listing of its folder, and the count in that folder's own row (specification
 * section 4). Known items are not counted again.
 *
 * @param since the last moment before the item was known, in milliseconds since 1970: data loaded later may count it
 * already
 */
export const itemAdded = (client: QueryClient, entry: Entry, since = Infinity): void => {
  const { parent_id: parentId } = entry.attributes;
  const isKnown = client
    .getQueriesData<Page>({ queryKey: folderKey(parentId) })
    .some(([, page]) => page?.entries.some(({ id }) => id === entry.id));
  for (const ref of cachedListings(client))
    if (isFolderListing(ref, parentId))
      changeListing(client, ref, (pages) => withEntry(pages, entry, ref.sorting));
  if (isKnown || parentId === null) return;
  exchange(client, parentId, (folder, loadedAt) =>
    loadedAt > since ? undefined : withItems(folder, (items) => items + 1),
  );
};

/** Refetches a folder's listing (null: the top) where it is visible, and forgets it elsewhere. */
export const folderChanged = (client: QueryClient, folderId: string | null): void => {
  for (const query of queriesBelow(client, folderKey(folderId))) invalidate(client, query);
};

/** Refetches the trash and its folders where they are visible, and forgets them elsewhere. */
export const trashChanged = (client: QueryClient): void => {
  for (const query of queriesBelow(client, trashKey)) invalidate(client, query);
};

const overviewChanged = (client: QueryClient): void => {
  for (const query of queriesBelow(client, overviewKey)) invalidate(client, query);
};

/** Refetches visible listings and forgets all others, after a whole folder has arrived. */
export const listingsChanged = (client: QueryClient): void => {
  overviewChanged(client);
  for (const query of queriesBelow(client, listingsKey)) invalidate(client, query);
};

const collections: ReadonlySet<unknown> = new Set<ListingSource['kind']>(['latest', 'shared', 'search']);
const isCollection = ({ queryKey }: Query): boolean => collections.has(queryKey[1]);

/** Refetches the shared items where they are visible, and forgets them elsewhere. */
export const sharedChanged = (client: QueryClient): void => {
  for (const query of queriesBelow(client, sourceKey(sharedSource))) invalidate(client, query);
};

/** Refetches the listings that collect items of many folders, and forgets them elsewhere. */
export const collectionsChanged = (client: QueryClient): void => {
  overviewChanged(client);
  for (const query of queriesBelow(client, listingsKey)) if (isCollection(query)) invalidate(client, query);
};
