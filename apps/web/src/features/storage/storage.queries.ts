import { appEndpoints } from '@holdall/contract/app.endpoints';
import { call } from '#shared/api/client.ts';
import { storageKey } from '#shared/api/query-keys.ts';
import { guarded } from '#shared/session/session.ts';
import { queryOptions } from '@tanstack/react-query';

/** The user's storage by category. */
export const storageQuery = queryOptions({
  queryKey: storageKey,
  queryFn: ({ signal }) => guarded(call(appEndpoints.getStorage, { signal })),
  staleTime: 60_000,
});
