import { accountEndpoints } from '@holdall/contract/account.endpoints';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/api/client.ts';

export const tokensKey = ['account', 'tokens'] as const;
export const devicesKey = ['account', 'devices'] as const;

/** Personal access tokens, the newest first. */
export const tokensQuery = queryOptions({
  queryKey: tokensKey,
  queryFn: async ({ signal }) => (await call(accountEndpoints.listTokens, { signal })).data,
});

/** Sessions of the user, the most recently used first. */
export const devicesQuery = queryOptions({
  queryKey: devicesKey,
  queryFn: async ({ signal }) => (await call(accountEndpoints.listSessions, { signal })).data,
});
