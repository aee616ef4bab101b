import { accountEndpoints } from '@holdall/contract/account.endpoints';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '#shared/api/client.ts';
import { ownActivityKey } from '#shared/api/query-keys.ts';

/** Entries per page. */
const pageSize = 10;

/** Activity of the user's own account, the latest first. */
export const ownActivityQuery = infiniteQueryOptions({
  queryKey: ownActivityKey,
  queryFn: ({ pageParam, signal }) =>
    call(accountEndpoints.listOwnActivity, { query: { before: pageParam, limit: pageSize }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ meta }) => meta.next ?? undefined,
});
