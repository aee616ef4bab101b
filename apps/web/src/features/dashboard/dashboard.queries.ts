import type { AnswersOf } from '@holdall/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '#shared/api/routes.ts';
import { administer } from '#shared/session/administer.ts';

export type Dashboard = AnswersOf<Endpoints['getDashboard']>['data'];

/** How the installation is doing; whoever comes back to the window sees it as it is. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: async ({ signal }) => (await administer('getDashboard', { signal })).data,
  refetchOnWindowFocus: 'always',
});
