import type { AnswersOf } from '@holdall/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '#shared/api/routes.ts';
import { clocksApart } from '#shared/checks/machine-check.ts';
import { administer } from '#shared/session/administer.ts';

export type ServerState = AnswersOf<Endpoints['getServer']>['data'] & {
  /** Seconds between its clock and this one's. */
  readonly apart: number;
};

/** What this server is made of; its checks really try things, so that it is asked when somebody wants to know. */
export const serverQuery = queryOptions({
  queryKey: ['server'],
  queryFn: async ({ signal }): Promise<ServerState> => {
    const asked = Date.now();
    const { data } = await administer('getServer', { signal });
    return { ...data, apart: clocksApart(data.now, asked) };
  },
  refetchOnWindowFocus: false,
});
