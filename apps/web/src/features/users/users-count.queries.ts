import { queryOptions } from '@tanstack/react-query';
import { adminCall } from '#shared/api/admin.calls.ts';

/** The number of users; changes of users invalidate `['users']`. */
export const usersCountQuery = queryOptions({
  queryKey: ['users', 'count'],
  queryFn: async ({ signal }) => (await adminCall('listUsers', { query: { limit: 1 }, signal })).meta.total,
  staleTime: 60_000,
});
