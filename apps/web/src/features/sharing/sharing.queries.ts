import type { Deed } from '@holdall/contract/shares';
import type { Share } from '@holdall/contract/share-link';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { sharingCall } from '#shared/api/sharing.calls.ts';

/** Begins the keys of all that is known of links. */
const linksKey = ['links'] as const;

/** A link as it is now. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: [...linksKey, 'one', token],
    queryFn: ({ signal }) => sharingCall('getShare', { params: { token }, signal }),
    retry: false,
  });

export const qrQuery = (token: string) =>
  queryOptions({
    queryKey: [...linksKey, 'qr', token],
    queryFn: async ({ signal }) => (await sharingCall('getShareQr', { params: { token }, signal })).data,
    staleTime: Infinity,
  });

/** How many links there are, and what guests did that was not looked at yet. */
export const summaryQuery = queryOptions({
  queryKey: [...linksKey, 'summary'],
  queryFn: async ({ signal }) => (await sharingCall('summarizeShares', { signal })).data,
  staleTime: 60_000,
});

/** Links that have ended and through which something was done. */
export const endedQuery = queryOptions({
  queryKey: [...linksKey, 'ended'],
  queryFn: async ({ signal }) => {
    const { data } = await sharingCall('listEndedShares', { signal });
    return data.filter(({ attributes }) => attributes.deeds > 0);
  },
});

/** What was done through a link, the latest first. */
export const deedsQuery = (token: string) =>
  infiniteQueryOptions({
    queryKey: [...linksKey, 'deeds', token],
    queryFn: ({ pageParam: before, signal }) =>
      sharingCall('listDeeds', { params: { token }, query: before === null ? {} : { before }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next,
    select: ({ pages }) => ({
      deeds: pages.flatMap(({ data }): readonly Deed[] => data),
      revertible: pages[0]?.meta.revertible ?? 0,
    }),
  });

/** Keeps a link as the server has it now. */
export const keepLink = (client: QueryClient, link: Share): void => {
  client.setQueryData(linkQuery(link.data.attributes.token).queryKey, link);
};

/**
 * Something was done through links, or with them: all that is known of them is asked for anew.
 *
 * @param ended links that there is nothing to ask about any more
 */
export const outdateLinks = (client: QueryClient, ended: readonly string[] = []): void => {
  const gone = new Set<unknown>(ended);
  void client.invalidateQueries({
    queryKey: linksKey,
    predicate: ({ queryKey: [, kind, token] }) => kind === 'deeds' || !gone.has(token),
  });
};
