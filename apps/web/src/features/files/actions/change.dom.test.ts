import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { markAuthorized, markUnauthorized } from '#shared/session/session.ts';
import { toasts } from '#shared/ui/toast.ts';
import type { Entry } from '../entry.ts';
import { itemsKey, pageQuery, type ListingRef } from '../cache/files.queries.ts';
import { folderSource } from '../listing/listing-source.ts';
import { actionServer } from '../testing/action-server.ts';
import { entryNamed, metaOf } from '../testing/entries.ts';
import { batchOf } from './batch.ts';
import { remove } from './commands.tsx';

const top: ListingRef = { source: folderSource(null), sorting: { field: 'name', direction: 'ASC' } };
const [a, b] = [entryNamed('a'), entryNamed('b')];
const batch = batchOf([a], { source: top.source, isTrash: false });
const { queryKey } = pageQuery(top, 0);

const setUp = () => {
  const calls = actionServer();
  const client = new QueryClient();
  client.setQueryData(queryKey, { entries: [a, b], root: null, meta: metaOf({ files: 2 }) });
  const names = () => client.getQueryData(queryKey)?.entries.map(({ attributes }) => attributes.name);
  return { calls, client, names };
};

beforeEach(() => {
  markAuthorized();
  toasts.set([]);
});
afterEach(() => vi.useRealTimers());

test.each([
  ['another user was first', 404],
  ['the answer got lost', 502],
])('after a failure the server is asked what there is: %s', async (_why, status) => {
  vi.useFakeTimers();
  const { calls, client, names } = setUp();
  const observer = new QueryObserver(client, { ...pageQuery(top, 0), staleTime: Infinity });
  onTestFinished(observer.subscribe(() => undefined));
  const removed = remove(client, batch);
  calls[0]?.answer({ code: 'item.not_found', message: 'Gone', status }, status);
  await removed;
  expect(names()).toEqual(['a', 'b']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls[1]?.path).toBe('/api/browse/folders/root');
  const meta = metaOf({ files: 1 });
  calls[1]?.answer({ root: null, folders: { data: [] }, files: { data: [{ data: b }] }, meta });
  await vi.advanceTimersByTimeAsync(0);
  expect(names()).toEqual(['b']);
});

test('looks again for a change whose answer the page stopped waiting for, since the server may still be at work', async () => {
  vi.useFakeTimers();
  const deadline = new AbortController();
  const patience = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
  const { calls, client, names } = setUp();
  const observer = new QueryObserver(client, { ...pageQuery(top, 0), staleTime: Infinity });
  onTestFinished(observer.subscribe(() => undefined));
  const removed = remove(client, batch);
  deadline.abort();
  await removed;
  expect(names()).toEqual(['a', 'b']);
  patience.mockRestore();
  const answerWith = async (...left: readonly Entry[]): Promise<void> => {
    const meta = metaOf({ files: left.length });
    const files = { data: left.map((data) => ({ data })) };
    calls.at(-1)?.answer({ root: null, folders: { data: [] }, files, meta });
    await vi.advanceTimersByTimeAsync(0);
  };
  await vi.advanceTimersByTimeAsync(1_000);
  await answerWith(a, b);
  expect(calls).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(10_000);
  await answerWith(b);
  expect(names()).toEqual(['b']);
});

test('visible details are invalidated, others are removed', async () => {
  const { calls, client } = setUp();
  const [shown, hidden] = [
    [...itemsKey, a.id],
    [...itemsKey, b.id],
  ];
  for (const queryKey of [shown, hidden]) client.setQueryData(queryKey, {});
  const observer = new QueryObserver(client, { queryKey: shown, queryFn: () => ({}), staleTime: Infinity });
  onTestFinished(observer.subscribe(() => undefined));
  const removed = remove(client, batch);
  calls[0]?.done();
  await removed;
  expect(client.getQueryState(shown)?.dataUpdateCount).toBe(2);
  expect(client.getQueryState(hidden)).toBeUndefined();
});

test.each([
  ['answered', 200],
  ['refused', 500],
])(
  'a change %s after the session has ended is neither shown nor announced in the next',
  async (_how, status) => {
    const { calls, client, names } = setUp();
    const removed = remove(client, batch);
    markUnauthorized();
    client.clear();
    markAuthorized();
    const other = entryNamed('somebody else’s');
    client.setQueryData(queryKey, { entries: [other], root: null, meta: metaOf({ files: 1 }) });
    if (status === 200) calls[0]?.done();
    else calls[0]?.answer({ code: 'server.failed', message: 'Oops', status }, status);
    await removed;
    expect(names()).toEqual(['somebody else’s']);
    expect(toasts.get()).toEqual([]);
  },
);
