import { QueryClient } from '@tanstack/react-query';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { change, openPlace, write } from '#shared/testing/page.tsx';
import { renaming } from '../actions/item-popup.store.ts';
import { listingsKey } from '../cache/files.queries.ts';
import type { Entry } from '../entry.ts';
import { actionsFor, listingOf } from '../testing/listing.ts';
import { recordArrival } from '../listing/arrivals.ts';
import { entryNamed } from '../testing/entries.ts';
import { preloadRenameField } from './entry-name.tsx';
import { ListingView } from './listing-view.tsx';

const rowHeight = 48;

beforeAll(async () => {
  await withMessages();
  preloadRenameField();
});

beforeEach(() => {
  renaming.set(undefined);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(10 * rowHeight);
  vi.spyOn(globalThis, 'getComputedStyle').mockReturnValue({
    paddingLeft: '0px',
    paddingRight: '0px',
  } as CSSStyleDeclaration);
  onTestFinished(() => void vi.restoreAllMocks());
});

const nameOf = (index: number): string => `file ${index}.txt`;
const filesOf = (count: number): Entry[] =>
  Array.from({ length: count }, (_, index) => entryNamed(nameOf(index)));
const pictured = (index: number): Entry => {
  const entry = entryNamed(nameOf(index));
  const thumbnail = { xs: `/${index}-xs`, sm: `/${index}-sm`, md: `/${index}-md`, lg: `/${index}-lg` };
  return { ...entry, attributes: { ...entry.attributes, thumbnail } };
};

const indexOf = ({ dataset }: HTMLElement): number => Number(dataset['index']);
const nextFrame = () => new Promise((resolve) => void requestAnimationFrame(resolve));

/** Renders a listing in which rows beyond the visible ones are drawn, and scrolls it. */
const rendered = async (first: readonly Entry[], view: 'list' | 'grid' = 'list') => {
  const client = new QueryClient();
  // The rows of the first load have come.
  client.setQueryData([...listingsKey, 'loaded'], {});
  const place = openPlace(client);
  const show = (entries: readonly Entry[]) => {
    const listing = listingOf(entries);
    return place.draw(
      <ListingView
        listing={listing}
        total={entries.length}
        label="Files"
        view={view}
        historyKey="here"
        left={undefined}
        wasEmpty={false}
        onSort={() => undefined}
        actions={actionsFor(listing)}
        favourites={undefined}
        drawing={undefined}
      />,
    );
  };
  await show(first);
  // Rows beyond the visible ones are drawn after them.
  await change(nextFrame);
  await change(nextFrame);
  const grid = place.box.querySelector<HTMLElement>('[role=grid]') ?? expect.fail('no grid');
  const rows = (): HTMLElement[] => [...grid.querySelectorAll<HTMLElement>('[data-index]')];
  const row = (index: number): HTMLElement | null => grid.querySelector(`[data-index="${index}"]`);
  const scrollTo = (top: number): Promise<void> =>
    change(() => {
      grid.scrollTop = top;
      grid.dispatchEvent(new Event('scroll'));
    });
  return {
    grid,
    rows,
    row,
    show,
    scrollTo,
    drawnRow: (index: number) => row(index) ?? expect.fail('no row'),
  };
};

/** Collects the elements that come and go. */
const changesIn = (grid: HTMLElement) => {
  const changes: Node[] = [];
  const observer = new MutationObserver((records) => {
    for (const { addedNodes, removedNodes } of records)
      changes.push(...[...addedNodes, ...removedNodes].filter((node) => node instanceof Element));
  });
  observer.observe(grid, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  return changes;
};

test.each(['list', 'grid'] as const)('scrolling a %s adds and removes no elements', async (view) => {
  const { grid, rows, row, scrollTo } = await rendered(filesOf(500), view);
  const elements = new Set(rows());
  const changes = changesIn(grid);
  for (const top of [300, 700, 1_500, 9_000, 400, 0]) await scrollTo(top);
  await scrollTo(2_000);
  expect(changes).toEqual([]);
  expect(new Set(rows())).toEqual(elements);
  const indexes = rows().map(indexOf);
  expect(indexes.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: elements.size }, (_, at) => Math.min(...indexes) + at),
  );
  for (const index of indexes) expect(row(index)?.textContent).toContain(nameOf(index));
});

test('rows are owned in the order of the listing, whatever the order of their elements', async () => {
  const { grid, rows, scrollTo } = await rendered(filesOf(200));
  const owner = () => grid.querySelector('[role=rowgroup]');
  expect(owner()?.hasAttribute('aria-owns')).toBe(false);
  await scrollTo(1_000);
  const order = rows().toSorted((one, other) => indexOf(one) - indexOf(other));
  expect(owner()?.getAttribute('aria-owns')?.split(' ')).toEqual(order.map(({ id }) => id));
});

test('the elements of a short listing are in its order', async () => {
  const [a, b, c] = [entryNamed('a'), entryNamed('b'), entryNamed('c')];
  const { grid, rows, show } = await rendered([a, b, c]);
  await show([c, a]);
  expect(rows().map(({ id }) => id.at(-1))).toEqual(['0', '1']);
  expect(rows().map((row) => row.textContent[0])).toEqual(['c', 'a']);
  expect(grid.querySelector('[aria-owns]')).toBeNull();
});

test('a focused row keeps its element and its focus while others take theirs from rows that are gone', async () => {
  const { drawnRow, scrollTo } = await rendered(filesOf(200));
  const row = drawnRow(20);
  const button = row.querySelector('button');
  button?.focus();
  await scrollTo(15 * rowHeight);
  expect(drawnRow(20)).toBe(row);
  expect(row.contains(document.activeElement)).toBe(true);
  expect(document.activeElement).toBe(button);
});

test('the focus does not pass on to another entry when its row has scrolled away', async () => {
  const { grid, drawnRow, scrollTo } = await rendered(filesOf(200));
  drawnRow(2).querySelector('button')?.focus();
  await scrollTo(60 * rowHeight);
  expect(grid.querySelector(':focus')).toBeNull();
});

test('a name that is being edited stays with its entry', async () => {
  const { grid, show, drawnRow, scrollTo } = await rendered(filesOf(200));
  await change(() => renaming.set('id-file 20.txt'));
  const field = grid.querySelector<HTMLInputElement>('.rename-field');
  await change(() => write(field, 'draft.txt'));
  await scrollTo(15 * rowHeight);
  expect(grid.querySelector('.rename-field')).toBe(field);
  // A file that is added above moves the entry down.
  await show([entryNamed('added'), ...filesOf(200)]);
  expect(drawnRow(21).querySelector('.rename-field')).toBe(field);
  expect(field?.value).toBe('draft.txt');
  await scrollTo(80 * rowHeight);
  expect(grid.querySelector('.rename-field')).toBeNull();
  await scrollTo(15 * rowHeight);
  expect(grid.querySelectorAll('.rename-field')).toHaveLength(1);
  expect(drawnRow(21).querySelector('.rename-field')).not.toBeNull();
});

test('a row that is used for another file shows no picture of the former one', async () => {
  const { rows, scrollTo } = await rendered(Array.from({ length: 200 }, (_, index) => pictured(index)));
  const former = new Map(rows().map((row) => [row, row.querySelector('img')]));
  await scrollTo(60 * rowHeight);
  expect(rows().every((row) => former.has(row))).toBe(true);
  for (const row of rows()) {
    const image = row.querySelector('img');
    expect(image?.getAttribute('src')).toBe(`/${row.dataset['index']}-xs`);
    expect(image).not.toBe(former.get(row));
  }
});

test('a row that is marked as the target of a drag is not used for another entry', async () => {
  const { grid, drawnRow, scrollTo } = await rendered(filesOf(200));
  drawnRow(1).dataset['dropOver'] = 'valid';
  await scrollTo(60 * rowHeight);
  expect(grid.querySelector('[data-drop-over]')).toBeNull();
});

test('an entry that has just arrived fades in, and the next entry in its row does not', async () => {
  recordArrival('id-file 0.txt');
  const { grid, drawnRow, scrollTo } = await rendered(filesOf(200));
  const row = drawnRow(0);
  expect(row.hasAttribute('data-arrived')).toBe(true);
  await scrollTo(60 * rowHeight);
  expect(grid.contains(row)).toBe(true);
  expect(row.hasAttribute('data-arrived')).toBe(false);
});
