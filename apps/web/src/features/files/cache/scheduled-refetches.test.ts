import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { markAuthorized, markUnauthorized } from '#shared/session/session.ts';
import { forgetSettled, scheduleRefetch, type StalePage, stalePageOf } from './scheduled-refetches.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const [early, late] = [['early'], ['late']];

test('no refetch of an ended session runs in the next', () => {
  const client = new QueryClient();
  const load = vi.spyOn(client, 'invalidateQueries');
  markAuthorized();
  scheduleRefetch(client, early);
  markUnauthorized();
  scheduleRefetch(client, late);
  vi.advanceTimersByTime(10_000);
  expect(load.mock.calls).toEqual([[{ queryKey: late, exact: true }]]);
});

test('a loaded page is remembered for the length of a burst, a pending one until it is loaded', () => {
  const now = 100_000;
  const waiting: StalePage = { ...stalePageOf(early, undefined, 0), timer: setTimeout(() => undefined) };
  const loaded = (loadedAt: number): StalePage => ({ ...stalePageOf(late, undefined, 0), loadedAt });
  const pages = new Map([
    ['waiting', waiting],
    ['rested', loaded(now - 2_000)],
    ['fresh', loaded(now - 1_999)],
  ]);
  forgetSettled(pages, now);
  expect([...pages.keys()]).toEqual(['waiting', 'fresh']);
  const again = (name: string): number => stalePageOf(late, pages.get(name), now).delay;
  expect([again('rested'), again('fresh')]).toEqual([800, 1_600]);
});
