import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { onSessionEnd } from '#shared/session/session.ts';
import { forgetSettled, stalePageOf, type StalePage } from './stale-pages.ts';

/** The minimum of milliseconds without further changes before a stale page is refetched. */
const settleMs = 400;

/** Pages that wait to be refetched or were just loaded, by their keys. */
type StalePages = Map<string, StalePage>;

const stale = new Map<QueryClient, StalePages>();
onSessionEnd(() => {
  for (const pages of stale.values()) for (const { timer } of pages.values()) clearTimeout(timer);
  stale.clear();
});

/** The number of changes under way to the server. An answer from before them would revert them on the screen. */
const pauses = new WeakMap<QueryClient, number>();

const pagesOf = (client: QueryClient): StalePages => {
  const known: StalePages = stale.get(client) ?? new Map();
  stale.set(client, known);
  return known;
};

/** Pauses refetches until a change has been answered. @returns a function that ends the pause. */
export const pauseRefetches = (client: QueryClient): (() => void) => {
  pauses.set(client, (pauses.get(client) ?? 0) + 1);
  return () => {
    pauses.set(client, (pauses.get(client) ?? 1) - 1);
    for (const { key, timer } of pagesOf(client).values())
      if (timer !== undefined) scheduleRefetch(client, key);
  };
};

/**
 * Refetches a query once its changes have settled, since many files may arrive one by one. A single change shows within
 * a second; during thousands each page is refetched less and less often.
 */
export const scheduleRefetch = (client: QueryClient, key: QueryKey): void => {
  const pages = pagesOf(client);
  const name = JSON.stringify(key);
  const now = Date.now();
  const page = stalePageOf(key, pages.get(name), now);
  const load = (): void => {
    if ((pauses.get(client) ?? 0) > 0) return;
    page.timer = undefined;
    page.loadedAt = Date.now();
    forgetSettled(pages, page.loadedAt);
    void client.invalidateQueries({ queryKey: key, exact: true });
  };
  clearTimeout(page.timer);
  const rest = Math.max(settleMs, page.delay / 8);
  page.timer = setTimeout(load, Math.max(0, Math.min(rest, page.since + page.delay - now)));
  pages.set(name, page);
};
