import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/api/client.ts';

/** The number of users; changes of users invalidate `['users']`. */
export const usersCountQuery = queryOptions({
  queryKey: ['users', 'count'],
  queryFn: async ({ signal }) =>
    (await call(adminEndpoints.listUsers, { query: { limit: 1 }, signal })).meta.total,
  staleTime: 60_000,
});
