import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Milliseconds without further changes after which an outdated page is loaded anew, at the least. */
const quiet = 400;
/** Milliseconds after which it is, however many changes follow: the first time, and at the most as they go on. */
const patience = { first: 800, most: 6_400 };
/** Milliseconds after a page was loaded in which further changes go on with those before. */
const breath = 2_000;

/** A page that changes; each time that it is loaded amid changes, the next time takes longer. */
interface Outdated {
  readonly key: QueryKey;
  /** Of the first change that it does not show. */
  since: number;
  patience: number;
  /** Undefined once it has been loaded. */
  timer: ReturnType<typeof setTimeout> | undefined;
  loadedAt: number;
}

const outdated = new WeakMap<QueryClient, Map<string, Outdated>>();
/** Changes on their way to the server: what it answers before it has them would undo them on the screen. */
const held = new WeakMap<QueryClient, number>();

const pagesOf = (client: QueryClient): Map<string, Outdated> => {
  const known = outdated.get(client) ?? new Map<string, Outdated>();
  outdated.set(client, known);
  return known;
};

/** Puts loading anew off until a change has been answered. @returns tells that it has. */
export const holdRefetches = (client: QueryClient): (() => void) => {
  held.set(client, (held.get(client) ?? 0) + 1);
  return () => {
    held.set(client, (held.get(client) ?? 1) - 1);
    for (const { key, timer } of pagesOf(client).values()) if (timer !== undefined) refetchSoon(client, key);
  };
};

/** What a change finds: a page that waits to be loaded, one that was just loaded, or nothing. */
const begun = (key: QueryKey, known: Outdated | undefined, now: number): Outdated => {
  if (known?.timer !== undefined) return known;
  const goesOn = known !== undefined && now - known.loadedAt < breath;
  const waits = goesOn ? Math.min(known.patience * 2, patience.most) : patience.first;
  return { key, since: now, patience: waits, timer: undefined, loadedAt: 0 };
};

/**
 * Loads a query anew once changes have come to rest: many files arrive one by one. Until then it stays as it is.
 * A single change shows within a second; among thousands each page is loaded less and less often.
 */
export const refetchSoon = (client: QueryClient, key: QueryKey): void => {
  const pages = pagesOf(client);
  const name = JSON.stringify(key);
  const now = Date.now();
  const page = begun(key, pages.get(name), now);
  const load = (): void => {
    if ((held.get(client) ?? 0) > 0) return;
    page.timer = undefined;
    page.loadedAt = Date.now();
    void client.invalidateQueries({ queryKey: key, exact: true });
  };
  clearTimeout(page.timer);
  const rest = Math.max(quiet, page.patience / 8);
  page.timer = setTimeout(load, Math.max(0, Math.min(rest, page.since + page.patience - now)));
  pages.set(name, page);
};
