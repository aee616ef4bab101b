import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Entry, Page } from '../entry.ts';
import { listingKey, listingsKey, loadedPages, refOfKey, type ListingRef } from './files.queries.ts';
import { sourceName } from '../listing/listing-source.ts';
import { scheduleRefetch } from './scheduled-refetches.ts';
import type { ChangedPages, SparsePages } from './sparse-pages.ts';

export const queriesBelow = (client: QueryClient, queryKey: QueryKey): Query[] =>
  client.getQueryCache().findAll({ queryKey });

/** Returns every cached listing, in each of its sort orders. */
export const cachedListings = (client: QueryClient): ListingRef[] => {
  const found = new Map<string, ListingRef>();
  for (const { queryKey } of queriesBelow(client, listingsKey)) {
    const ref = refOfKey(queryKey);
    found.set(`${sourceName(ref.source)} ${ref.sorting.field} ${ref.sorting.direction}`, ref);
  }
  return [...found.values()];
};

const isOnTheWay = ({ state }: Query): boolean => state.fetchStatus !== 'idle';

/** Schedules a refetch of a page. A pending answer may be older than the change that caused this. */
export const invalidate = (client: QueryClient, { queryKey, state }: Query): void => {
  const refetch = (): void => scheduleRefetch(client, queryKey);
  // A pending first answer is awaited, since the page has no other data.
  if (state.data === undefined && state.fetchStatus !== 'idle')
    void client.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false }).then(refetch);
  else refetch();
};

/** Marks a loaded page as stale and schedules a refetch once its changes have settled. */
const markStale = (client: QueryClient, { queryKey }: Query): void => {
  void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  scheduleRefetch(client, queryKey);
};

/**
 * Patches a loaded page without changing its age. A pending answer, which lacks the change, is cancelled and requested
 * again.
 */
export const patch = (client: QueryClient, query: Query, page: Page): void => {
  const { queryKey } = query;
  const isDue = isOnTheWay(query) || query.state.isInvalidated;
  if (isOnTheWay(query)) void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Page>(queryKey, page, { updatedAt: query.state.dataUpdatedAt });
  if (isDue) markStale(client, query);
};

/** Changes the loaded pages of a listing; pages that cannot be derived are refetched. */
export const changeListing = (
  client: QueryClient,
  ref: ListingRef,
  change: (pages: SparsePages) => ChangedPages,
): void => {
  const before = loadedPages(client, ref);
  const { pages, stale } = change(before);
  for (const query of queriesBelow(client, listingKey(ref))) {
    const number = Number(query.queryKey.at(-1));
    const page = pages.get(number);
    if (page && page !== before.get(number)) patch(client, query, page);
    if (!page || stale.includes(number)) invalidate(client, query);
  }
};

/**
 * Returns the changed entry. `loadedAt`: time at which its page was loaded, in milliseconds since 1970; undefined
 * refetches it.
 */
type Exchange = (entry: Entry, loadedAt: number) => Entry | undefined;

/** Replaces an entry in all listings: in its row, and as the listed folder itself. */
export const exchange = (client: QueryClient, id: string, change: Exchange): void => {
  for (const query of queriesBelow(client, listingsKey)) {
    const page = client.getQueryData<Page>(query.queryKey);
    if (!page) continue;
    const isRoot = page.root?.id === id;
    const at = page.entries.findIndex((entry) => entry.id === id);
    const entry = isRoot ? page.root : page.entries[at];
    if (!entry) continue;
    const changed = change(entry, query.state.dataUpdatedAt);
    if (!changed) markStale(client, query);
    else if (isRoot) patch(client, query, { ...page, root: changed });
    else patch(client, query, { ...page, entries: page.entries.with(at, changed) });
  }
};
