import type { AnswersOf } from '@holdall/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '#shared/api/routes.ts';
import { administer } from '#shared/session/administer.ts';

export type Dashboard = AnswersOf<Endpoints['getDashboard']>['data'];

/** Health of the installation, refetched when the window gets the focus. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: async ({ signal }) => (await administer('getDashboard', { signal })).data,
  refetchOnWindowFocus: 'always',
});
