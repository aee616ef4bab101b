import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Changes what is known as the server has taken it, wherever that shows. An answer that is on its way may not know of the
 * change: it is given up and asked for again, and so is what was outdated already.
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
