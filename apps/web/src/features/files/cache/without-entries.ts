import { pageSize } from '@holdall/contract/listing-order';
import type { Entry, Page } from '../entry.ts';
import type { ChangedPages, SparsePages } from './sparse-pages.ts';

const sumOf = (entries: Iterable<Entry>): Pick<Page['meta'], 'folders' | 'files' | 'size'> => {
  const sum = { folders: 0, files: 0, size: 0 };
  for (const { type, attributes } of entries) {
    if (type === 'folder') sum.folders += 1;
    else sum.files += 1;
    sum.size += attributes.size ?? 0;
  }
  return sum;
};

const counted = (meta: Page['meta'], gone: Iterable<Entry>): Page['meta'] => {
  const { folders, files, size } = sumOf(gone);
  return {
    ...meta,
    total: Math.max(0, meta.total - folders - files),
    folders: Math.max(0, meta.folders - folders),
    files: Math.max(0, meta.files - files),
    size: Math.max(0, meta.size - size),
  };
};

/** Returns the remaining entries by their new index: everything after a removed entry moves up. */
const moved = (pages: SparsePages, gone: ReadonlyMap<string, Entry>): Map<number, Entry> => {
  const places = new Map<number, Entry>();
  let before = 0;
  for (const [number, { entries }] of [...pages].toSorted(([a], [b]) => a - b))
    for (const [at, entry] of entries.entries())
      if (gone.has(entry.id)) before += 1;
      else places.set(number * pageSize + at - before, entry);
  return places;
};

/**
 * Removes entries from a listing, and shifts the others up across the loaded pages. All pages discount them
 * immediately, including those on pages that are not loaded.
 */
export const withoutEntries = (pages: SparsePages, gone: ReadonlyMap<string, Entry>): ChangedPages => {
  const places = moved(pages, gone);
  const loaded = new Set([...pages.values()].flatMap(({ entries }) => entries.map(({ id }) => id)));
  // An entry after one whose position is unknown may have moved or not.
  const isCertain = [...gone.keys()].every((id) => loaded.has(id));
  const changed = new Map<number, Page>();
  const stale: number[] = [];
  for (const [number, page] of pages) {
    const meta = counted(page.meta, gone.values());
    const length = Math.min(pageSize, Math.max(0, meta.total - number * pageSize));
    const entries: Entry[] = [];
    for (let at = 0; at < length; at += 1) {
      const entry = places.get(number * pageSize + at);
      if (!entry) break;
      entries.push(entry);
    }
    if (!isCertain || entries.length < length) stale.push(number);
    changed.set(number, { ...page, entries, meta });
  }
  return { pages: changed, stale };
};

/** Removes all entries of a listing except some. The loaded ones among these move to the head. */
export const withOnly = (pages: SparsePages, kept: ReadonlyMap<string, Entry>): ChangedPages => {
  const ordered = [...pages]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([, { entries }]) => entries.filter(({ id }) => kept.has(id)));
  const changed = new Map<number, Page>();
  for (const [number, page] of pages) {
    const { folders, files, size } = sumOf(kept.values());
    const meta = { ...page.meta, total: kept.size, folders, files, size };
    changed.set(number, {
      ...page,
      entries: ordered.slice(number * pageSize, (number + 1) * pageSize),
      meta,
    });
  }
  return { pages: changed, stale: [...pages.keys()] };
};
