import type { QueryKey } from '@tanstack/react-query';

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
