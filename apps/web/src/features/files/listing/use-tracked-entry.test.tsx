import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { change } from '#shared/testing/page.tsx';
import type { Entry } from '../entry.ts';
import { itemAdded } from '../cache/files.events.ts';
import { pageQuery, type ListingRef } from '../cache/files.queries.ts';
import { folderSource } from './listing-source.ts';
import { entryNamed, metaOf } from '../testing/entries.ts';
import { renderHook } from '../testing/render-hook.tsx';
import { useListing } from './use-listing.ts';
import { noEntry, useTrackedEntry } from './use-tracked-entry.ts';

const ref = (direction: 'ASC' | 'DESC'): ListingRef => ({
  source: folderSource(null),
  sorting: { field: 'name', direction },
});

const cached = (client: QueryClient, listing: ListingRef, entries: readonly Entry[]): void => {
  const page = { entries, root: null, meta: metaOf({ files: entries.length }) };
  client.setQueryData(pageQuery(listing, 0).queryKey, page);
};

const three = ['b', 'c', 'd'].map((name) => entryNamed(name));

const tracking = async (start = noEntry) => {
  const client = new QueryClient();
  cached(client, ref('ASC'), three);
  cached(client, ref('DESC'), three.toReversed());
  const useBoth = (listing: ListingRef) => useTrackedEntry(useListing(listing), () => start);
  return { client, ...(await renderHook(client, useBoth, ref('ASC'))) };
};

test('the entry stays the same when rows are inserted before it and when the order is reversed', async () => {
  const { client, result, rerender } = await tracking();
  expect(result.current[0]).toBe(-1);
  await change(() => result.current[2](1));
  expect(result.current[0]).toBe(1);
  await change(() => itemAdded(client, entryNamed('a')));
  expect(result.current[0]).toBe(2);
  await rerender(ref('DESC'));
  expect(result.current.slice(0, 2)).toEqual([1, { index: 1, id: 'id-c' }]);
});

test('a deleted entry has no index', async () => {
  const { client, result } = await tracking({ index: 2, id: 'id-d' });
  expect(result.current[0]).toBe(2);
  await change(() => cached(client, ref('ASC'), three.slice(0, 2)));
  expect(result.current[0]).toBe(-1);
});

test('an entry that was chosen before it was loaded is known once it is', async () => {
  const { result } = await tracking({ index: 2, id: undefined });
  expect(result.current[1]).toEqual({ index: 2, id: 'id-d' });
});
