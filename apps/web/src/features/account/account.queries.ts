import { queryOptions } from '@tanstack/react-query';
import { accountCall } from '#shared/api/account.calls.ts';

export const tokensKey = ['account', 'tokens'] as const;
export const devicesKey = ['account', 'devices'] as const;

/** Personal access tokens, the newest first. */
export const tokensQuery = queryOptions({
  queryKey: tokensKey,
  queryFn: async ({ signal }) => (await accountCall('listTokens', { signal })).data,
});

/** Sessions of the user, the most recently used first. */
export const devicesQuery = queryOptions({
  queryKey: devicesKey,
  queryFn: async ({ signal }) => (await accountCall('listSessions', { signal })).data,
});
