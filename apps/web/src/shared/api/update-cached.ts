import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Updates cached data with a change that the server has accepted, wherever it shows. An answer that is on its way may
 * not know of the change: it is cancelled and requested again, and so is data that was invalid already.
 */
export const updateCached = <Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (known: Data | undefined) => Data | undefined,
): void => {
  const state = client.getQueryState(queryKey);
  const isDue = state !== undefined && (state.fetchStatus !== 'idle' || state.isInvalidated);
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Data>(queryKey, change);
  if (isDue) void client.invalidateQueries({ queryKey, exact: true });
};
