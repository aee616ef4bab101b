import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { onSessionEnd } from '#shared/session/session.ts';

/** The minimum of milliseconds without further changes before a stale page is refetched. */
const settleMs = 400;

/** Milliseconds after which a stale page is refetched despite further changes: at first, and at most. */
const delays = { first: 800, most: 6_400 };
/** Milliseconds after a load within which further changes count as the same burst. */
const burstGapMs = 2_000;

/** A page that changes. Each refetch within a burst of changes doubles the next delay. */
export interface StalePage {
  readonly key: QueryKey;
  /** Time of the first change that it does not show. */
  since: number;
  delay: number;
  /** Undefined once it has been refetched. */
  timer: ReturnType<typeof setTimeout> | undefined;
  loadedAt: number;
}

/** Reports whether a change belongs to the burst before the last load. */
const isBurst = ({ loadedAt }: StalePage, now: number): boolean => now - loadedAt < burstGapMs;

/** Returns the state of a changed page: the pending one, or a new one with a delay that grows within a burst. */
export const stalePageOf = (key: QueryKey, known: StalePage | undefined, now: number): StalePage => {
  if (known?.timer !== undefined) return known;
  const waits = known && isBurst(known, now) ? Math.min(known.delay * 2, delays.most) : delays.first;
  return { key, since: now, delay: waits, timer: undefined, loadedAt: 0 };
};

/** Forgets pages whose burst is over, so that their next change starts with the first delay. */
export const forgetSettled = (pages: Map<string, StalePage>, now: number): void => {
  for (const [name, page] of pages) if (page.timer === undefined && !isBurst(page, now)) pages.delete(name);
};

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
