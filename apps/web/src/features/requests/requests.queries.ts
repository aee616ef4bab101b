import { fileRequestEndpoints } from '@holdall/contract/file-requests.endpoints';
import type { FileRequest } from '@holdall/contract/file-requests';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { callSignedIn } from '#shared/session/call-signed-in.ts';
import { summaryKey } from '#shared/api/summary-key.ts';

/** A request as its owner sees it. */
export type OwnRequest = FileRequest['data'];

/** Prefix of the keys of all queries about requests. */
const requestsKey = ['requests'] as const;

/** File requests of the user, the latest first. */
export const requestsQuery = infiniteQueryOptions({
  queryKey: [...requestsKey, 'list'],
  queryFn: ({ pageParam: before, signal }) =>
    callSignedIn(fileRequestEndpoints.listFileRequests, { query: before === null ? {} : { before }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ meta }) => meta.next,
  select: ({ pages }) => pages.flatMap(({ data }): readonly OwnRequest[] => data),
  staleTime: 0,
});

export const requestQrQuery = (token: string) =>
  queryOptions({
    queryKey: [...requestsKey, 'qr', token],
    queryFn: async ({ signal }) =>
      (await callSignedIn(fileRequestEndpoints.getFileRequestQr, { params: { token }, signal })).data,
    staleTime: Infinity,
  });

/** Invalidates all queries about requests. */
export const invalidateRequests = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: requestsKey });

/** Invalidates queries about requests and the summary after a change by this page. */
export const requestsChanged = async (client: QueryClient): Promise<void> => {
  await Promise.all([invalidateRequests(client), client.invalidateQueries({ queryKey: summaryKey })]);
};
