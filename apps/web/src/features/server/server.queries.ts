import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import type { Endpoints } from '@holdall/contract/endpoints';
import type { AnswersOf } from '@holdall/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { clocksApart } from '#shared/checks/machine-check.ts';
import { administer } from '#shared/session/administer.ts';

export type ServerState = AnswersOf<Endpoints['getServer']>['data'] & {
  /** Seconds between the server's clock and the device's. */
  readonly apart: number;
};

/** Components and checks of this server. The checks probe real resources, so they are fetched on demand only. */
export const serverQuery = queryOptions({
  queryKey: ['server'],
  queryFn: async ({ signal }): Promise<ServerState> => {
    const asked = Date.now();
    const { data } = await administer(adminEndpoints.getServer, { signal });
    return { ...data, apart: clocksApart(data.now, asked) };
  },
  refetchOnWindowFocus: false,
});
