import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import type { Endpoints } from '@holdall/contract/endpoints';
import type { AnswersOf } from '@holdall/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { administer } from '#shared/session/administer.ts';

export type Dashboard = AnswersOf<Endpoints['getDashboard']>['data'];

/** Health of the installation, refetched when the window gets the focus. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: async ({ signal }) => (await administer(adminEndpoints.getDashboard, { signal })).data,
  refetchOnWindowFocus: 'always',
});
