import type { QueryClient } from '@tanstack/react-query';
import type { Entry, Page } from './entry.ts';
import { folderKey, listingKey, loadedPages, type ListingRef } from './files.queries.ts';
import type { Sorting } from './sorting.ts';
import { withEntry } from './sparse-pages.ts';

/** The orders in which a folder is in the cache. */
const cachedSortings = (client: QueryClient, folderId: string | null): Sorting[] => {
  const found = new Map<string, Sorting>();
  for (const [key] of client.getQueriesData({ queryKey: folderKey(folderId) })) {
    const [field, direction] = key.slice(2) as [Sorting['field'], Sorting['direction']];
    found.set(`${field} ${direction}`, { field, direction });
  }
  return [...found.values()];
};

const showAdded = (client: QueryClient, ref: ListingRef, entry: Entry): void => {
  const pages = loadedPages(client, ref);
  const changed = withEntry(pages, entry, ref.sorting);
  if (!changed) {
    void client.invalidateQueries({ queryKey: listingKey(ref) });
    return;
  }
  for (const number of pages.keys()) {
    const key = [...listingKey(ref), number];
    const page = changed.get(number);
    if (page) client.setQueryData<Page>(key, page);
    else void client.resetQueries({ queryKey: key, exact: true });
  }
};

const raised = (folder: Entry): Entry => ({
  ...folder,
  attributes: { ...folder.attributes, items: (folder.attributes.items ?? 0) + 1 },
});

/** Raises the number that a folder shows: in its row, and where it is the one that is listed. */
const raiseCount = (client: QueryClient, folderId: string): void => {
  client.setQueriesData<Page>({ queryKey: ['folder'] }, (page) => {
    if (page?.root?.id === folderId) return { ...page, root: raised(page.root) };
    const at = page?.entries.findIndex(({ id }) => id === folderId) ?? -1;
    const folder = page?.entries[at];
    return page && folder ? { ...page, entries: page.entries.with(at, raised(folder)) } : page;
  });
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
  for (const sorting of sortings) showAdded(client, { folderId: parentId, sorting }, entry);
  if (parentId && !isKnown) raiseCount(client, parentId);
};

/** Loads what is shown anew and forgets every other listing: after a whole folder has arrived. */
export const listingsChanged = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ['folder'] });
