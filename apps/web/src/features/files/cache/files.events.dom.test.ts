import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Page } from '../entry.ts';
import { folderChanged, itemAdded } from './files.events.ts';
import { pageQuery, type ListingRef } from './files.queries.ts';
import { folderSource } from '../listing/listing-source.ts';
import { entryNamed, metaOf } from '../testing/entries.ts';
import { folderServer } from '../testing/folder-server.ts';

const top: ListingRef = { source: folderSource(null), sorting: { field: 'name', direction: 'ASC' } };
const folder = entryNamed('folder', { type: 'folder' });
const inside: ListingRef = { source: folderSource(folder.id), sorting: { field: 'name', direction: 'ASC' } };

const clientWith = (...listings: readonly [ListingRef, Page['entries'], Page['root']?][]): QueryClient => {
  const client = new QueryClient();
  for (const [ref, entries, root = null] of listings) {
    const folders = entries.filter(({ type }) => type === 'folder').length;
    const meta = metaOf({ folders, files: entries.length - folders });
    client.setQueryData(pageQuery(ref, 0).queryKey, { entries, root, meta });
  }
  return client;
};

const added = (name: string, parent: string | null) => {
  const entry = entryNamed(name);
  return { ...entry, attributes: { ...entry.attributes, parent_id: parent } };
};

test('an item appears in its folder and counts in the folder’s own row', () => {
  const client = clientWith(
    [top, [{ ...folder, attributes: { ...folder.attributes, items: 2 } }]],
    [inside, [], folder],
  );
  itemAdded(client, added('a.txt', folder.id));
  expect(client.getQueryData(pageQuery(inside, 0).queryKey)).toMatchObject({
    root: { attributes: { items: 1 } },
    meta: { total: 1, files: 1 },
    entries: [{ id: 'id-a.txt' }],
  });
  expect(client.getQueryData(pageQuery(top, 0).queryKey)?.entries[0]?.attributes.items).toBe(3);
});

test('an item that is already shown is not counted again', () => {
  const client = clientWith([top, [folder]], [inside, [added('a.txt', folder.id)]]);
  itemAdded(client, added('a.txt', folder.id));
  expect(client.getQueryData(pageQuery(inside, 0).queryKey)?.meta.total).toBe(1);
  expect(client.getQueryData(pageQuery(top, 0).queryKey)?.entries[0]?.attributes.items).toBeUndefined();
});

test('an item of another folder leaves the listing alone', () => {
  const client = clientWith([top, [folder]]);
  itemAdded(client, added('a.txt', 'elsewhere'));
  expect(client.getQueryData(pageQuery(top, 0).queryKey)?.entries).toEqual([folder]);
});

describe('visible pages', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Shows a page as the screen does; it loads if it is missing. */
  const shown = (client: QueryClient, page: number) => {
    const observer = new QueryObserver(client, pageQuery(top, page));
    onTestFinished(observer.subscribe(() => undefined));
    return () => observer.getCurrentResult().data;
  };
  const settled = () => vi.advanceTimersByTimeAsync(0);
  const quiet = () => vi.advanceTimersByTimeAsync(500);
  const many = Array.from({ length: 1_500 }, (_, index) => entryNamed(`n${String(index).padStart(4, '0')}`));

  test('an item that arrives during the first load is not lost', async () => {
    const calls = folderServer();
    const client = new QueryClient();
    const page = shown(client, 0);
    itemAdded(client, added('new', null));
    itemAdded(client, added('newer', null));
    calls[0]?.answer([entryNamed('old')]);
    await settled();
    expect(page()?.entries.map(({ id }) => id)).toEqual(['id-old']);
    await quiet();
    expect(calls.length).toBe(2);
    calls[1]?.answer([entryNamed('new'), entryNamed('newer'), entryNamed('old')]);
    await settled();
    expect(page()?.meta.total).toBe(3);
  });

  test('a pending answer that lacks the item does not remove it', async () => {
    const calls = folderServer();
    const client = clientWith([top, [entryNamed('old')]]);
    const page = shown(client, 0);
    void client.refetchQueries();
    itemAdded(client, added('new', null));
    expect(calls[0]?.aborted()).toBe(true);
    calls[0]?.answer([entryNamed('old')]);
    await quiet();
    expect(page()?.meta.total).toBe(2);
    expect(calls.length).toBe(2);
  });

  test('many items refetch a stale page once, and its rows stay until then', async () => {
    const calls = folderServer();
    const client = new QueryClient();
    const pages = [shown(client, 0), shown(client, 2)];
    for (const call of calls) call.answer(many);
    await settled();
    const before = pages[1]?.()?.entries;
    for (let index = 0; index < 30; index++) itemAdded(client, added(`a${99 - index}`, null));
    expect(calls.length).toBe(2);
    expect(pages.map((page) => page()?.meta.total)).toEqual([1_530, 1_530]);
    expect(pages[1]?.()?.entries).toBe(before);
    await quiet();
    expect(calls.slice(2).map(({ offset }) => offset)).toEqual([1_000]);
  });

  /**
   * Returns the times of the refetches, in milliseconds, while the page changes `times` times, once every `every`
   * milliseconds.
   */
  const loadsAmid = async (times: number, every: number): Promise<readonly number[]> => {
    const calls = folderServer();
    const client = clientWith([top, [entryNamed('old')]]);
    shown(client, 0);
    const began = Date.now();
    const loads: number[] = [];
    for (let at = 0; at < times * every + 2_000; at += 50) {
      if (at < times * every && at % every === 0) folderChanged(client, null);
      await vi.advanceTimersByTimeAsync(50);
      for (const call of calls.splice(0)) {
        loads.push(Date.now() - began);
        call.answer([entryNamed('old')]);
      }
    }
    return loads;
  };

  test.each([
    ['a file every 50 ms', 1_200, 50],
    ['a file every 700 ms', 86, 700],
  ])(
    '%s for a minute: the page is loaded within a second of the first and of the last, and seldom between',
    async (...[, times, every]) => {
      const loads = await loadsAmid(times, every);
      expect(loads[0]).toBeLessThanOrEqual(1_000);
      expect((loads.at(-1) ?? 0) - (times - 1) * every).toBeGreaterThan(0);
      expect((loads.at(-1) ?? 0) - (times - 1) * every).toBeLessThanOrEqual(1_000);
      expect(loads.length).toBeLessThanOrEqual(20);
    },
  );

  test('after a pause a change is refetched as soon as the first one', async () => {
    const calls = folderServer();
    const client = clientWith([top, [entryNamed('old')]]);
    shown(client, 0);
    for (let change = 1; change <= 6; change++) {
      folderChanged(client, null);
      await vi.advanceTimersByTimeAsync(450);
      expect(calls.length).toBe(change);
      calls[change - 1]?.answer([entryNamed('old')]);
      await vi.advanceTimersByTimeAsync(2_000);
    }
  });

  test('a count that was loaded while the item was under way is refetched, not raised', async () => {
    const calls = folderServer();
    const client = clientWith([top, []]);
    const page = shown(client, 0);
    const sentAt = Date.now();
    await vi.advanceTimersByTimeAsync(10);
    const countOf = (items: number) => ({ ...folder, attributes: { ...folder.attributes, items } });
    client.setQueryData(pageQuery(top, 0).queryKey, { entries: [countOf(1)], root: null, meta: metaOf({}) });
    itemAdded(client, added('a.txt', folder.id), sentAt);
    expect(page()?.entries[0]?.attributes.items).toBe(1);
    const later = Date.now();
    itemAdded(client, added('b.txt', folder.id), later);
    itemAdded(client, added('c.txt', folder.id), later);
    expect(page()?.entries[0]?.attributes.items, 'a later item counts immediately').toBe(3);
    await quiet();
    expect(calls.length).toBe(1);
  });

  test('files that arrive one after the other invalidate each answer, yet the page rarely reloads', async () => {
    const calls = folderServer();
    const client = clientWith([top, [folder]]);
    shown(client, 0);
    folderChanged(client, null);
    let loads = 0;
    for (let index = 0; index < 600; index++) {
      const sentAt = Date.now();
      await vi.advanceTimersByTimeAsync(100);
      for (const call of calls.splice(0)) {
        loads += 1;
        call.answer([folder]);
        await settled();
      }
      itemAdded(client, added(`f${index}`, folder.id), sentAt);
    }
    expect(loads).toBeGreaterThan(3);
    expect(loads).toBeLessThanOrEqual(15);
  });
});
