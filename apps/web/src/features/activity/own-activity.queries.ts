import { infiniteQueryOptions } from '@tanstack/react-query';
import { accountCall } from '#shared/api/account.calls.ts';
import { ownActivityKey } from '#shared/api/query-keys.ts';

/** Entries per page. */
const pageSize = 10;

/** Activity of the user's own account, the latest first. */
export const ownActivityQuery = infiniteQueryOptions({
  queryKey: ownActivityKey,
  queryFn: ({ pageParam, signal }) =>
    accountCall('listOwnActivity', { query: { before: pageParam, limit: pageSize }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ meta }) => meta.next ?? undefined,
});
