import { shareEndpoints } from '@holdall/contract/shares.endpoints';
import type { CollectionLink } from '@holdall/contract/collections';
import type { ShareActivityEntry } from '@holdall/contract/shares';
import type { Share } from '@holdall/contract/share-link';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { failedBy } from '#shared/api/failed-by.ts';
import { callSignedIn } from '#shared/session/call-signed-in.ts';
import { summaryKey } from '#shared/api/summary-key.ts';

/** Prefix of the keys of all queries about links, as of the summary's. */
const linksKey = ['links'] as const;

/** The current state of a link. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: [...linksKey, 'one', token],
    queryFn: ({ signal }) => callSignedIn(shareEndpoints.getShare, { params: { token }, signal }),
    retry: false,
  });

/** The live links to an item, the first one first. */
export const itemLinksQuery = (id: string) =>
  queryOptions({
    queryKey: [...linksKey, 'of-item', id],
    queryFn: async ({ signal }) =>
      (await callSignedIn(shareEndpoints.listItemShares, { params: { id }, signal })).data,
  });

export const qrQuery = (token: string) =>
  queryOptions({
    queryKey: [...linksKey, 'qr', token],
    queryFn: async ({ signal }) =>
      (await callSignedIn(shareEndpoints.getShareQr, { params: { token }, signal })).data,
    staleTime: Infinity,
  });

/** The number of links, and unseen guest activity. */
export const summaryQuery = queryOptions({
  queryKey: summaryKey,
  queryFn: async ({ signal }) => (await callSignedIn(shareEndpoints.summarizeShares, { signal })).data,
  staleTime: 60_000,
});

/** Links that have ended or lead into the trash, and that have guest activity. */
export const endedQuery = queryOptions({
  queryKey: [...linksKey, 'ended'],
  queryFn: async ({ signal }) => {
    const { data, meta } = await callSignedIn(shareEndpoints.listEndedShares, { signal });
    return { links: data.filter(({ attributes }) => attributes.entries > 0), more: meta.more };
  },
});

/** Links to several items, the latest first. */
export const collectionsQuery = infiniteQueryOptions({
  queryKey: [...linksKey, 'collections'],
  queryFn: ({ pageParam: before, signal }) =>
    callSignedIn(shareEndpoints.listCollections, { query: before === null ? {} : { before }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ meta }) => meta.next,
  select: ({ pages }) => pages.flatMap(({ data }): readonly CollectionLink[] => data),
});

/** The items of a collection, folders first. */
export const collectionItemsQuery = (token: string) =>
  queryOptions({
    queryKey: [...linksKey, 'collection-items', token],
    queryFn: async ({ signal }) =>
      (await callSignedIn(shareEndpoints.listCollectionItems, { params: { token }, signal })).data,
  });

/** Guest activity of a link, the latest first. */
export const shareActivityQuery = (token: string) =>
  infiniteQueryOptions({
    queryKey: [...linksKey, 'activity', token],
    queryFn: ({ pageParam: before, signal }) =>
      callSignedIn(shareEndpoints.listShareActivity, {
        params: { token },
        query: before === null ? {} : { before },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next,
    select: ({ pages }) => ({
      entries: pages.flatMap(({ data }): readonly ShareActivityEntry[] => data),
      revertible: pages[0]?.meta.revertible ?? 0,
    }),
  });

/** Sets the cached link to the server's state. Pending fetches may be older and are cancelled. */
export const setCachedLink = async (client: QueryClient, link: Share): Promise<void> => {
  const { queryKey } = linkQuery(link.data.attributes.token);
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, link);
};

/** Reports whether a call failed because its link has ended. */
export const isOver = (error: unknown): boolean => failedBy(error, 'share.not_found');

/** Handles a refused call about a link: an ended one shows as such. @returns whether it has ended */
export const showEndedLink = (client: QueryClient, token: string, error: unknown): boolean => {
  if (!isOver(error)) return false;
  void client.invalidateQueries({ queryKey: linkQuery(token).queryKey });
  return true;
};

/** Invalidates the marks of unseen guest activity; the activity itself is unchanged. */
export const invalidateUnseenMarks = (client: QueryClient): void =>
  void client.invalidateQueries({
    queryKey: linksKey,
    predicate: ({ queryKey: [, kind] }) => kind !== 'activity' && kind !== 'qr',
  });

/**
 * Invalidates everything about links after guest activity or changes.
 * @param ended links that are not fetched any more
 */
export const invalidateLinks = (client: QueryClient, ended: readonly string[] = []): void => {
  const gone = new Set<unknown>(ended);
  void client.invalidateQueries({
    queryKey: linksKey,
    predicate: ({ queryKey: [, kind, token] }) => kind === 'activity' || !gone.has(token),
  });
};
