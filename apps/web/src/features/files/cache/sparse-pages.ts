import { pageSize, type Sorting } from '@holdall/contract/listing-order';
import { compareNaturally } from '#shared/lib/natural-order.ts';
import type { Entry, Page } from '../entry.ts';

/** The loaded pages of a listing by their number; most of a large folder is not loaded. */
export type SparsePages = ReadonlyMap<number, Page>;

export const pageNumber = (index: number): number => Math.floor(index / pageSize);

export const entryAt = (pages: SparsePages, index: number): Entry | undefined =>
  pages.get(pageNumber(index))?.entries[index % pageSize];

/** Returns the index of an entry among the loaded ones; -1 where it is not loaded. */
export const indexOfEntry = (pages: SparsePages, id: string): number => {
  for (const [number, { entries }] of pages) {
    const at = entries.findIndex((entry) => entry.id === id);
    if (at >= 0) return number * pageSize + at;
  }
  return -1;
};

/** Returns the numbers of the pages with the entries from `first` to `last`. */
export const pagesBetween = (first: number, last: number): number[] => {
  const from = pageNumber(Math.max(0, first));
  return Array.from({ length: Math.max(0, pageNumber(last) - from + 1) }, (_, step) => from + step);
};

/** Returns the entries from `first` to `last`, if all of them are loaded. */
export const entriesBetween = (pages: SparsePages, first: number, last: number): Entry[] | undefined => {
  const found: Entry[] = [];
  for (let index = first; index <= last; index += 1) {
    const entry = entryAt(pages, index);
    if (!entry) return undefined;
    found.push(entry);
  }
  return found;
};

const compare = (a: Entry, b: Entry, { field, direction }: Sorting): number => {
  const sign = direction === 'ASC' ? 1 : -1;
  const [left, right] = [a.attributes, b.attributes];
  const byName = compareNaturally(left.name, right.name);
  if (field === 'name') return sign * byName;
  const byField =
    field === 'size'
      ? (left.size ?? 0) - (right.size ?? 0)
      : Date.parse(left[field] ?? '') - Date.parse(right[field] ?? '');
  return byField === 0 ? byName : sign * byField;
};

const metaOf = (pages: SparsePages): Page['meta'] | undefined => pages.values().next().value?.meta;

/** Returns the index of a new entry among the loaded ones; undefined where its neighbours are not loaded. */
const insertionIndexOf = (pages: SparsePages, entry: Entry, sorting: Sorting): number | undefined => {
  const meta = metaOf(pages);
  if (!meta) return undefined;
  let low = entry.type === 'folder' ? 0 : meta.folders;
  let high = entry.type === 'folder' ? meta.folders : meta.total;
  // The newest entry of a large folder belongs at its head, where the pages are loaded.
  const head = low < high ? entryAt(pages, low) : undefined;
  if (head && compare(entry, head, sorting) <= 0) return low;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const other = entryAt(pages, middle);
    if (!other) return undefined;
    if (compare(entry, other, sorting) > 0) low = middle + 1;
    else high = middle;
  }
  return low;
};

const counted = (meta: Page['meta'], entry: Entry): Page['meta'] => ({
  ...meta,
  total: meta.total + 1,
  folders: meta.folders + (entry.type === 'folder' ? 1 : 0),
  files: meta.files + (entry.type === 'file' ? 1 : 0),
  size: meta.size + (entry.attributes.size ?? 0),
});

/** A listing after a change that may reach beyond its loaded pages. */
export interface ChangedPages {
  readonly pages: SparsePages;
  /** Pages whose counts are right and whose entries must be refetched. */
  readonly stale: readonly number[];
}

/**
 * Adds an entry to a listing at its sorted position, and shifts the others across the loaded pages. All pages count it
 * immediately; an existing entry is replaced.
 */
export const withEntry = (pages: SparsePages, entry: Entry, sorting: Sorting): ChangedPages => {
  for (const [number, page] of pages) {
    const at = page.entries.findIndex(({ id }) => id === entry.id);
    if (at < 0) continue;
    const exchanged = { ...page, entries: page.entries.with(at, entry) };
    return { pages: new Map([...pages, [number, exchanged]]), stale: [] };
  }
  const index = insertionIndexOf(pages, entry, sorting);
  const indexPage = index === undefined ? -1 : pageNumber(index);
  const changed = new Map<number, Page>();
  const stale: number[] = [];
  let carried = index === undefined ? undefined : { page: indexPage, at: index % pageSize, entry };
  for (const [number, page] of [...pages].toSorted(([a], [b]) => a - b)) {
    let { entries } = page;
    if (number === carried?.page) {
      const grown: Entry[] = entries.toSpliced(carried.at, 0, carried.entry);
      const overflow = grown[pageSize];
      entries = grown.slice(0, pageSize);
      carried = overflow && { page: number + 1, at: 0, entry: overflow };
    } else if (number > indexPage) {
      // The entry that moves in from the previous page is not loaded.
      stale.push(number);
    }
    changed.set(number, { ...page, entries, meta: counted(page.meta, entry) });
  }
  return { pages: changed, stale };
};
