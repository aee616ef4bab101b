import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { alerts } from '#shared/ui/alert.ts';
import * as liveRegion from '#shared/ui/live-region.tsx';
import { change } from '#shared/testing/page.tsx';
import type { ListingRef } from '../cache/files.queries.ts';
import { folderSource } from '../listing/listing-source.ts';
import { clearSelection, selectionStore } from './selection.store.ts';
import { selectedCount } from './selection.ts';
import { entryNamed } from '../testing/entries.ts';
import { folderServer } from '../testing/folder-server.ts';
import { renderHook } from '../testing/render-hook.tsx';
import { useListing } from '../listing/use-listing.ts';
import { useSelection, type SelectMode } from './use-selection.ts';

const refOf = (folderId: string | null): ListingRef => ({
  source: folderSource(folderId),
  sorting: { field: 'name', direction: 'ASC' },
});
const files = Array.from({ length: 600 }, (_, index) => entryNamed(String(index)));

afterEach(clearSelection);

/** Renders a folder of 600 files, of which the first 500 are loaded. */
const selecting = async () => {
  const calls = folderServer();
  const useBoth = (ref: ListingRef) => {
    const listing = useListing(ref);
    return { listing, ...useSelection(listing) };
  };
  const { result, rerender } = await renderHook(new QueryClient(), useBoth, refOf('large'));
  await change(() => calls[0]?.answer(files));
  expect(result.current.listing.meta?.total).toBe(600);
  const select = (index: number, mode: SelectMode): Promise<void> =>
    change(() => result.current.select(index, result.current.listing.entryAt(index), mode));
  const answerRange = async (): Promise<void> => {
    expect(calls[1]?.offset).toBe(500);
    await change(() => calls[1]?.answer(files));
  };
  return { result, rerender, select, answerRange };
};

const count = (): number => selectedCount(selectionStore.get(), files.length);

test('a range also selects entries that it had to load first', async () => {
  const { select, answerRange } = await selecting();
  await select(3, 'only');
  await select(599, 'range');
  expect(count()).toBe(1);
  await answerRange();
  expect(count()).toBe(597);
});

/** Returns the selection as ranges of the files' numbers. */
const selected = (): string => {
  const selection = selectionStore.get();
  const numbers = selection.all
    ? []
    : [...selection.entries.values()].map(({ attributes }) => Number(attributes.name));
  const [first, ...others] = numbers.toSorted((one, other) => one - other);
  let ranges = `${first}`;
  let last = first;
  for (const number of others) {
    ranges += number === (last ?? 0) + 1 ? '' : `-${last} ${number}`;
    last = number;
  }
  return `${ranges}-${last}`;
};

test('a range grows, shrinks and reverses around its anchor', async () => {
  const { select } = await selecting();
  await select(10, 'only');
  for (const [to, range] of [
    [20, '10-20'],
    [14, '10-14'],
    [5, '5-10'],
    [8, '8-10'],
    [10, '10-10'],
    [12, '10-12'],
  ] as const) {
    await select(to, 'range');
    expect(selected()).toBe(range);
  }
});

test('an added range never removes entries', async () => {
  const { select } = await selecting();
  await select(3, 'only');
  await select(10, 'toggle');
  await select(20, 'add-range');
  expect(selected()).toBe('3-3 10-20');
  await select(1, 'add-range');
  expect(selected()).toBe('1-20');
  await select(15, 'add-range');
  expect(selected()).toBe('1-20');
});

const overtakers = {
  'another choice': ({ select }) => select(2, 'only'),
  Escape: ({ result }) => change(() => result.current.clear()),
  'another folder': ({ rerender }) => rerender(refOf('other')),
} satisfies Record<string, (page: Awaited<ReturnType<typeof selecting>>) => Promise<void>>;

test.each(Object.entries(overtakers))(
  'a range that still loads is dropped by %s',
  async (_name, overtake) => {
    const page = await selecting();
    await page.select(1, 'only');
    await page.select(599, 'range');
    await overtake(page);
    const before = selectionStore.get();
    await page.answerRange();
    await change();
    expect(selectionStore.get()).toBe(before);
    expect(alerts.get()).toEqual([]);
  },
);

test('the count is announced when it changes; Escape without a selection announces nothing', async () => {
  const announce = vi.spyOn(liveRegion, 'announce');
  const { result, select } = await selecting();
  await change(() => result.current.clear());
  await select(1, 'only');
  await select(2, 'only');
  await select(4, 'range');
  await change(() => result.current.clear());
  expect(announce).toHaveBeenCalledTimes(3);
});
