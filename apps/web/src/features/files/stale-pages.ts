import type { QueryKey } from '@tanstack/react-query';

/** Milliseconds after which an outdated page is loaded, however many changes follow: the first time, and at the most. */
const delay = { first: 800, most: 6_400 };
/** Milliseconds after a page was loaded in which further changes go on with those before. */
const breath = 2_000;

/** A page that changes; each time that it is loaded amid changes, the next time takes longer. */
export interface StalePage {
  readonly key: QueryKey;
  /** Of the first change that it does not show. */
  since: number;
  delay: number;
  /** Undefined once it has been loaded. */
  timer: ReturnType<typeof setTimeout> | undefined;
  loadedAt: number;
}

/** Reports whether changes after the load continue those before it. */
const isBurst = ({ loadedAt }: StalePage, now: number): boolean => now - loadedAt < breath;

/** Returns the state that a change finds: a page that waits to be loaded, one that was just loaded, or none. */
export const stalePageOf = (key: QueryKey, known: StalePage | undefined, now: number): StalePage => {
  if (known?.timer !== undefined) return known;
  const waits = known && isBurst(known, now) ? Math.min(known.delay * 2, delay.most) : delay.first;
  return { key, since: now, delay: waits, timer: undefined, loadedAt: 0 };
};

/** Forgets pages that were loaded long enough ago: their next change begins anew. */
export const forgetSettled = (pages: Map<string, StalePage>, now: number): void => {
  for (const [name, page] of pages) if (page.timer === undefined && !isBurst(page, now)) pages.delete(name);
};
