import type { ShareSummary } from '@holdall/contract/shares';
import { QueryClient } from '@tanstack/react-query';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { openServer } from '#shared/testing/server.ts';
import { toasts } from '#shared/ui/toast.ts';
import { lookForGuests } from './guest-news.ts';
import { sharingPopup } from './sharing.store.ts';
import { watchedLink } from './watched-link.ts';
import { endedQuery, summaryQuery } from './sharing.queries.ts';

beforeAll(withMessages);
let summary: ShareSummary;
const onActivity = vi.fn<() => void>();
const onFiles = vi.fn<() => void>();
const client = new QueryClient();
const latest = { token: 'one', name: 'Drawings', visit: 1, at: '2026-11-20T10:00:00Z' };

const lookAt = async (now: Omit<ShareSummary, 'received'>): Promise<void> => {
  summary = { received: 0, ...now };
  lookForGuests(client, { onActivity, onFiles });
  lookForGuests(client, { onActivity, onFiles });
  await vi.advanceTimersByTimeAsync(1_000);
};

beforeEach(() => {
  vi.useFakeTimers();
  openServer(() => Response.json({ data: summary }));
  toasts.set([]);
  onActivity.mockClear();
  onFiles.mockClear();
  client.setQueryData(summaryQuery.queryKey, { links: 1, unseen: 0, received: 0, latest: null });
  return () => vi.useRealTimers();
});
const told = () => toasts.get().map(({ message }) => message);

test('guest activity is announced once a visit and minute, with a link to it', async () => {
  await lookAt({ links: 1, unseen: 1, latest });
  expect(told()).toEqual(['A guest changed something in “Drawings”']);
  expect(onActivity).toHaveBeenCalledTimes(1);
  toasts.get()[0]?.action?.onSelect();
  expect(sharingPopup.get()).toEqual({ about: 'news', token: 'one', name: 'Drawings' });
  sharingPopup.set(undefined);
  toasts.set([]);
  await lookAt({ links: 1, unseen: 2, latest });
  expect(told()).toEqual([]);
  expect(onActivity).toHaveBeenCalledTimes(2);
  await lookAt({ links: 1, unseen: 3, latest: { ...latest, visit: 2 } });
  expect(told()).toHaveLength(1);
  toasts.set([]);
  await vi.advanceTimersByTimeAsync(60_000);
  await lookAt({ links: 1, unseen: 4, latest });
  expect(told()).toHaveLength(1);
});

test('activity that is open or already seen is not announced', async () => {
  await lookAt({ links: 1, unseen: 0, latest: null });
  expect(told()).toEqual([]);
  watchedLink.set('open');
  await lookAt({ links: 1, unseen: 1, latest: { ...latest, token: 'open' } });
  expect(told()).toEqual([]);
  expect(onActivity).toHaveBeenCalledTimes(1);
  watchedLink.set(undefined);
});

test('activity seen on another page shows as seen and is not announced', async () => {
  client.setQueryData(summaryQuery.queryKey, { links: 1, unseen: 2, received: 0, latest });
  client.setQueryData(endedQuery.queryKey, { links: [], more: false });
  await lookAt({ links: 1, unseen: 0, latest: null });
  expect(told()).toEqual([]);
  expect(onActivity).toHaveBeenCalledTimes(1);
  expect(client.getQueryState(endedQuery.queryKey)?.isInvalidated).toBe(true);
  client.removeQueries({ queryKey: endedQuery.queryKey });
});

test('activity from before the page was loaded is not announced', async () => {
  client.removeQueries({ queryKey: summaryQuery.queryKey });
  await lookAt({ links: 1, unseen: 7, latest: { ...latest, token: 'old' } });
  expect(told()).toEqual([]);
});

test('activity fetched while changes are coalesced is still announced', async () => {
  summary = { links: 1, unseen: 1, received: 0, latest: { ...latest, token: 'gathered' } };
  lookForGuests(client, { onActivity, onFiles });
  client.setQueryData(summaryQuery.queryKey, summary);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told()).toHaveLength(1);
});

test('uploads to requests cause at most one fetch a second, and no refresh where nothing is new', async () => {
  const calls = openServer(() => Response.json({ data: summary }));
  summary = { links: 1, unseen: 0, received: 3, latest: null };
  for (let times = 0; times < 10; times++) {
    lookForGuests(client, { onActivity, onFiles });
    await vi.advanceTimersByTimeAsync(100);
  }
  expect([calls.length, onFiles.mock.calls.length, onActivity.mock.calls.length]).toEqual([1, 1, 0]);
  lookForGuests(client, { onActivity, onFiles });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onFiles).toHaveBeenCalledTimes(1);
});
