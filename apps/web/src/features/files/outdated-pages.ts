import type { QueryKey } from '@tanstack/react-query';

/** Milliseconds after which an outdated page is loaded, however many changes follow: the first time, and at the most. */
const patience = { first: 800, most: 6_400 };
/** Milliseconds after a page was loaded in which further changes go on with those before. */
const breath = 2_000;

/** A page that changes; each time that it is loaded amid changes, the next time takes longer. */
export interface OutdatedPage {
  readonly key: QueryKey;
  /** Of the first change that it does not show. */
  since: number;
  patience: number;
  /** Undefined once it has been loaded. */
  timer: ReturnType<typeof setTimeout> | undefined;
  loadedAt: number;
}

/** Reports whether changes after the load continue those before it. */
const goesOn = ({ loadedAt }: OutdatedPage, now: number): boolean => now - loadedAt < breath;

/** Returns the state that a change finds: a page that waits to be loaded, one that was just loaded, or none. */
export const outdatedPage = (key: QueryKey, known: OutdatedPage | undefined, now: number): OutdatedPage => {
  if (known?.timer !== undefined) return known;
  const waits = known && goesOn(known, now) ? Math.min(known.patience * 2, patience.most) : patience.first;
  return { key, since: now, patience: waits, timer: undefined, loadedAt: 0 };
};

/** Forgets pages that were loaded long enough ago: their next change begins anew. */
export const forgetRested = (pages: Map<string, OutdatedPage>, now: number): void => {
  for (const [name, page] of pages) if (page.timer === undefined && !goesOn(page, now)) pages.delete(name);
};
