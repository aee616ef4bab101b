import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Entry, Page } from './entry.ts';
import {
  folderKey,
  listingKey,
  listingsKey,
  loadedPages,
  refOfKey,
  type ListingRef,
} from './files.queries.ts';
import { folderSource } from './listing-source.ts';
import { refetchSoon } from './refetch-soon.ts';
import type { Sorting } from './sorting.ts';
import { withEntry } from './sparse-pages.ts';

/** The orders in which a folder is in the cache. */
const cachedSortings = (client: QueryClient, folderId: string | null): Sorting[] => {
  const found = new Map<string, Sorting>();
  for (const [key] of client.getQueriesData({ queryKey: folderKey(folderId) })) {
    const { sorting } = refOfKey(key);
    found.set(`${sorting.field} ${sorting.direction}`, sorting);
  }
  return [...found.values()];
};

const queriesBelow = (client: QueryClient, queryKey: QueryKey): Query[] =>
  client.getQueryCache().findAll({ queryKey });

const isOnTheWay = ({ state }: Query): boolean => state.fetchStatus !== 'idle';

/** Has a page loaded anew, soon. An answer that is on the way may be older than the change that asks for this. */
const outdate = (client: QueryClient, { queryKey, state }: Query): void => {
  const refetch = (): void => refetchSoon(client, queryKey);
  // A first answer is waited for, since it is all that there is to show.
  if (state.data === undefined && state.fetchStatus !== 'idle')
    void client.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false }).then(refetch);
  else refetch();
};

/** Changes a loaded page. An answer on the way, which does not know of the change, is given up and asked for again. */
const patch = (client: QueryClient, query: Query, page: Page): void => {
  const { queryKey } = query;
  const isDue = isOnTheWay(query) || query.state.isInvalidated;
  if (isOnTheWay(query)) void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Page>(queryKey, page);
  if (isDue) refetchSoon(client, queryKey);
};

const showAdded = (client: QueryClient, ref: ListingRef, entry: Entry): void => {
  const before = loadedPages(client, ref);
  const { pages, outdated } = withEntry(before, entry, ref.sorting);
  for (const query of queriesBelow(client, listingKey(ref))) {
    const number = Number(query.queryKey.at(-1));
    const page = pages.get(number);
    if (page && page !== before.get(number)) patch(client, query, page);
    if (!page || outdated.includes(number)) outdate(client, query);
  }
};

const raised = (folder: Entry): Entry => ({
  ...folder,
  attributes: { ...folder.attributes, items: (folder.attributes.items ?? 0) + 1 },
});

/** Raises the number that a folder shows: in its row, and where it is the one that is listed. */
const raiseCount = (client: QueryClient, folderId: string): void => {
  for (const query of queriesBelow(client, listingsKey)) {
    const page = client.getQueryData<Page>(query.queryKey);
    if (page?.root?.id === folderId) {
      patch(client, query, { ...page, root: raised(page.root) });
      continue;
    }
    const at = page?.entries.findIndex(({ id }) => id === folderId) ?? -1;
    const folder = page?.entries[at];
    if (page && folder) patch(client, query, { ...page, entries: page.entries.with(at, raised(folder)) });
  }
};

/**
 * Brings the cache up to date with a new item: into its folder's listing, and into the count of that folder's
 * own row (specification section 4). Known items count nothing.
 */
export const itemAdded = (client: QueryClient, entry: Entry): void => {
  const { parent_id: parentId } = entry.attributes;
  const sortings = cachedSortings(client, parentId);
  const isKnown = client
    .getQueriesData<Page>({ queryKey: folderKey(parentId) })
    .some(([, page]) => page?.entries.some(({ id }) => id === entry.id));
  for (const sorting of sortings) showAdded(client, { source: folderSource(parentId), sorting }, entry);
  if (parentId && !isKnown) raiseCount(client, parentId);
};

/** Loads a folder's listing (null: the top) anew where it is shown, and forgets it elsewhere. */
export const folderChanged = (client: QueryClient, folderId: string | null): void => {
  for (const query of queriesBelow(client, folderKey(folderId))) outdate(client, query);
};

/** Loads what is shown anew and forgets every other listing: after a whole folder has arrived. */
export const listingsChanged = (client: QueryClient): void => {
  for (const query of queriesBelow(client, listingsKey)) outdate(client, query);
};
