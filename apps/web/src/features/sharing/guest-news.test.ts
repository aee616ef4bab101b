import type { ShareSummary } from '@holdall/contract/shares';
import { QueryClient } from '@tanstack/react-query';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { openServer } from '#shared/testing/server.ts';
import { toasts } from '#shared/ui/toast.ts';
import { lookForGuests } from './guest-news.ts';
import { sharingPopup } from './sharing.store.ts';
import { endedQuery, summaryQuery } from './sharing.queries.ts';

beforeAll(withMessages);
let summary: ShareSummary;
const onNews = vi.fn<() => void>();
const client = new QueryClient();
const latest = { token: 'one', name: 'Drawings', visit: 1, at: '2026-11-20T10:00:00Z' };

const lookAt = async (now: ShareSummary): Promise<void> => {
  summary = now;
  lookForGuests(client, onNews);
  lookForGuests(client, onNews);
  await vi.advanceTimersByTimeAsync(1_000);
};

beforeEach(() => {
  vi.useFakeTimers();
  openServer(() => Response.json({ data: summary }));
  toasts.set([]);
  onNews.mockClear();
  client.setQueryData(summaryQuery.queryKey, { links: 1, unseen: 0, latest: null });
  return () => vi.useRealTimers();
});
const told = () => toasts.get().map(({ message }) => message);

test('guests’ deeds are told, once a visit and minute, and lead to what they did', async () => {
  await lookAt({ links: 1, unseen: 1, latest });
  expect(told()).toEqual(['A guest changed something in “Drawings”']);
  expect(onNews).toHaveBeenCalledTimes(1);
  toasts.get()[0]?.action?.onSelect();
  expect(sharingPopup.get()).toEqual({ about: 'news', token: 'one', name: 'Drawings' });
  sharingPopup.set(undefined);
  toasts.set([]);
  await lookAt({ links: 1, unseen: 2, latest });
  expect(told()).toEqual([]);
  expect(onNews).toHaveBeenCalledTimes(2);
  await lookAt({ links: 1, unseen: 3, latest: { ...latest, visit: 2 } });
  expect(told()).toHaveLength(1);
  toasts.set([]);
  await vi.advanceTimersByTimeAsync(60_000);
  await lookAt({ links: 1, unseen: 4, latest });
  expect(told()).toHaveLength(1);
});

test('nothing is told of what is looked at just now, nor where nothing is new', async () => {
  await lookAt({ links: 1, unseen: 0, latest: null });
  expect(told()).toEqual([]);
  sharingPopup.set({ about: 'news', token: 'open', name: null });
  await lookAt({ links: 1, unseen: 1, latest: { ...latest, token: 'open' } });
  expect(told()).toEqual([]);
  expect(onNews).toHaveBeenCalledTimes(1);
  sharingPopup.set(undefined);
});

test('what another page has looked at is shown as looked at, and is no news', async () => {
  client.setQueryData(summaryQuery.queryKey, { links: 1, unseen: 2, latest });
  client.setQueryData(endedQuery.queryKey, { links: [], more: false });
  await lookAt({ links: 1, unseen: 0, latest: null });
  expect(told()).toEqual([]);
  expect(onNews).toHaveBeenCalledTimes(1);
  expect(client.getQueryState(endedQuery.queryKey)?.isInvalidated).toBe(true);
  client.removeQueries({ queryKey: endedQuery.queryKey });
});

test('what was there when the page began is no news', async () => {
  client.removeQueries({ queryKey: summaryQuery.queryKey });
  await lookAt({ links: 1, unseen: 7, latest: { ...latest, token: 'old' } });
  expect(told()).toEqual([]);
});
