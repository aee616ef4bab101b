import { AppError } from '#lib/app-error.ts';

/**
 * Bounds the work that one client may cause on this node within a time; it is counted in memory, so that a
 * refusal costs nothing.
 */
export interface RateWindow {
  /** @throws limit.too_many where a key has had as much as it may */
  check(key: string): void;
  /** Counts work that was done for a key. */
  count(key: string, work: number): void;
}

export interface RateWindowOptions {
  /** Work of one key within a window; the one that exceeds it is the last of the window. */
  readonly most: number;
  /** Milliseconds. */
  readonly window: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Keys that are remembered; the oldest are forgotten first. */
const mostKeys = 10_000;

export const createRateWindow = ({ most, window, now }: RateWindowOptions): RateWindow => {
  /** In the order in which their windows began. */
  const windows = new Map<string, { readonly start: number; work: number }>();
  const find = (key: string): { readonly start: number; work: number } | undefined => {
    const found = windows.get(key);
    return found === undefined || found.start + window <= now() ? undefined : found;
  };
  return {
    check: (key) => {
      const found = find(key);
      if (found === undefined || found.work < most) return;
      const retryAfter = Math.max(1, Math.ceil((found.start + window - now()) / 1000));
      throw new AppError('limit.too_many', { retryAfter });
    },
    count: (key, work) => {
      const found = find(key);
      if (found !== undefined) {
        found.work += work;
        return;
      }
      windows.delete(key);
      windows.set(key, { start: now(), work });
      for (const [oldest] of windows)
        if (windows.size > mostKeys || find(oldest) === undefined) windows.delete(oldest);
        else break;
    },
  };
};
