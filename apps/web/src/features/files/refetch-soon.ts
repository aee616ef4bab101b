import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Milliseconds without further changes after which outdated pages are loaded anew. */
const quiet = 400;
/** Milliseconds after which they are, however many changes follow. */
const patience = 3_000;

interface Waiting {
  readonly keys: Map<string, QueryKey>;
  readonly since: number;
  timer: ReturnType<typeof setTimeout>;
}

const waiting = new WeakMap<QueryClient, Waiting>();

/** Loads a query anew once changes have come to rest: many files arrive one by one. Until then it stays as it is. */
export const refetchSoon = (client: QueryClient, key: QueryKey): void => {
  const load = (): void => {
    const keys = waiting.get(client)?.keys.values() ?? [];
    waiting.delete(client);
    for (const queryKey of keys) void client.invalidateQueries({ queryKey, exact: true });
  };
  const known = waiting.get(client);
  clearTimeout(known?.timer);
  const since = known?.since ?? Date.now();
  const timer = setTimeout(load, Math.max(0, Math.min(quiet, since + patience - Date.now())));
  const keys = known?.keys ?? new Map<string, QueryKey>();
  keys.set(JSON.stringify(key), key);
  waiting.set(client, { keys, since, timer });
};
