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
/** Changes on their way to the server: what it answers before it has them would undo them on the screen. */
const held = new WeakMap<QueryClient, number>();

/** Puts loading anew off until a change has been answered. @returns tells that it has. */
export const holdRefetches = (client: QueryClient): (() => void) => {
  held.set(client, (held.get(client) ?? 0) + 1);
  return () => {
    held.set(client, (held.get(client) ?? 1) - 1);
    const [key] = waiting.get(client)?.keys.values() ?? [];
    if (key) refetchSoon(client, key);
  };
};

/** Loads a query anew once changes have come to rest: many files arrive one by one. Until then it stays as it is. */
export const refetchSoon = (client: QueryClient, key: QueryKey): void => {
  const load = (): void => {
    if ((held.get(client) ?? 0) > 0) return;
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
