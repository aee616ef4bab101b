import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { onSessionEnd } from '#shared/session/session.ts';
import { forgetRested, outdatedPage, type OutdatedPage } from './outdated-pages.ts';

/** Milliseconds without further changes after which an outdated page is loaded anew, at the least. */
const quiet = 400;

/** Pages that wait to be loaded or were just loaded, by their keys. */
type OutdatedPages = Map<string, OutdatedPage>;

const outdated = new Map<QueryClient, OutdatedPages>();
onSessionEnd(() => {
  for (const pages of outdated.values()) for (const { timer } of pages.values()) clearTimeout(timer);
  outdated.clear();
});

/** Changes on their way to the server: what it answers before it has them would undo them on the screen. */
const held = new WeakMap<QueryClient, number>();

const pagesOf = (client: QueryClient): OutdatedPages => {
  const known: OutdatedPages = outdated.get(client) ?? new Map();
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

/**
 * Loads a query anew once changes have come to rest: many files arrive one by one. Until then it stays as it is.
 * A single change shows within a second; among thousands each page is loaded less and less often.
 */
export const refetchSoon = (client: QueryClient, key: QueryKey): void => {
  const pages = pagesOf(client);
  const name = JSON.stringify(key);
  const now = Date.now();
  const page = outdatedPage(key, pages.get(name), now);
  const load = (): void => {
    if ((held.get(client) ?? 0) > 0) return;
    page.timer = undefined;
    page.loadedAt = Date.now();
    forgetRested(pages, page.loadedAt);
    void client.invalidateQueries({ queryKey: key, exact: true });
  };
  clearTimeout(page.timer);
  const rest = Math.max(quiet, page.patience / 8);
  page.timer = setTimeout(load, Math.max(0, Math.min(rest, page.since + page.patience - now)));
  pages.set(name, page);
};
