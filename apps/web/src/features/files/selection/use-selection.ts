import { text } from '#shared/i18n/messages.ts';
import { openGenericAlert } from '#shared/ui/alert.ts';
import { announce } from '#shared/ui/live-region.tsx';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Entry } from '../entry.ts';
import { listingKey, loadedPages, pageQuery } from '../cache/files.queries.ts';
import {
  everything,
  nothing,
  selectedCount,
  selectionOf,
  toggled,
  toggledAll,
  withEntries,
  type Selection,
} from './selection.ts';
import { selectionStore, ticked } from './selection.store.ts';
import { entriesBetween, entryAt, pagesBetween } from '../cache/sparse-pages.ts';
import type { Listing } from '../listing/use-listing.ts';
import { noEntry, useTrackedEntry } from '../listing/use-tracked-entry.ts';

/** The number of pages that load in parallel for a long range. */
const parallelPages = 4;

/** Returns the entries of a range, and loads missing ones until the signal aborts. */
const loadRange = async (
  client: QueryClient,
  { ref }: Listing,
  { first, last, signal }: { readonly first: number; readonly last: number; readonly signal: AbortSignal },
): Promise<Entry[]> => {
  const queue = pagesBetween(first, last);
  const lane = async (): Promise<void> => {
    for (let page = queue.shift(); page !== undefined && !signal.aborted; page = queue.shift())
      await client.query({ ...pageQuery(ref, page), staleTime: 'static' });
  };
  await Promise.all(Array.from({ length: parallelPages }, lane));
  return entriesBetween(loadedPages(client, ref), first, last) ?? [];
};

const announceCount = (count: number): void =>
  announce(count === 0 ? text('files.selection_cleared') : text('files.selected', { count }));

/** A rectangle over a listing, and its effect on the earlier selection. */
interface AreaChoice {
  /** The indexes that the rectangle touches, in its order. */
  readonly indexes: readonly number[];
  readonly base: Selection;
  readonly mode: 'replace' | 'add' | 'toggle';
}

export type SelectMode = 'only' | 'toggle' | 'range' | 'add-range';

/** Selects by pointer and keyboard: single entries, ranges from an anchor that never invert, everything. */
export const useSelection = (listing: Listing) => {
  const client = useQueryClient();
  const [anchor, trackedAnchor, setAnchor] = useTrackedEntry(listing, () => noEntry);
  const total = listing.meta?.total ?? 0;
  const key = listingKey(listing.ref).join(' ');
  const loading = useRef({ key, range: new AbortController() });
  // A range that is still loading belongs to the listing that it was chosen in.
  useEffect(
    () => () => {
      if (loading.current.key === key) loading.current.range.abort();
    },
    [key],
  );

  /** Aborts the previous choice if it is still loading. */
  const begin = (): AbortSignal => {
    loading.current.range.abort();
    loading.current = { key, range: new AbortController() };
    return loading.current.range.signal;
  };

  const apply = (selection: Selection): void => {
    const before = selectedCount(selectionStore.get(), total);
    selectionStore.set(selection);
    const count = selectedCount(selection, total);
    if (count !== before) announceCount(count);
  };

  const selectBetween = async (from: number, to: number, keep: boolean): Promise<void> => {
    const signal = begin();
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    try {
      const loaded = entriesBetween(loadedPages(client, listing.ref), first, last);
      const entries = loaded ?? (await loadRange(client, listing, { first, last, signal }));
      if (!signal.aborted) apply(keep ? withEntries(selectionStore.get(), entries) : selectionOf(entries));
    } catch {
      if (!signal.aborted) openGenericAlert();
    }
  };

  const choose = (selection: Selection): void => {
    begin();
    apply(selection);
  };

  /** Returns the loaded entries among the indexes, and whether all of them are loaded. */
  const loadedOf = (indexes: readonly number[]): { readonly entries: Entry[]; readonly isWhole: boolean } => {
    const pages = loadedPages(client, listing.ref);
    const found = indexes.map((index) => entryAt(pages, index));
    const entries = found.filter((entry) => entry !== undefined);
    return { entries, isWhole: entries.length === found.length };
  };

  const withArea = ({ indexes, base, mode }: AreaChoice): Selection => {
    const { entries } = loadedOf(indexes);
    if (mode === 'replace') return selectionOf(entries);
    return mode === 'add' ? withEntries(base, entries) : toggledAll(base, entries);
  };

  return {
    /** Selects the loaded entries in an area. It is not announced, since it may still change. */
    selectArea: (choice: AreaChoice): void => {
      begin();
      selectionStore.set(withArea(choice));
    },
    /** Selects the entries in an area, and loads missing ones. */
    finishArea: async (choice: AreaChoice): Promise<void> => {
      const signal = begin();
      const { indexes } = choice;
      try {
        if (!loadedOf(indexes).isWhole)
          await loadRange(client, listing, { first: indexes[0] ?? 0, last: indexes.at(-1) ?? 0, signal });
        if (signal.aborted) return;
        selectionStore.set(withArea(choice));
        announceCount(selectedCount(selectionStore.get(), total));
      } catch {
        if (!signal.aborted) openGenericAlert();
      }
    },
    /** Aborts a choice that is still loading. */
    end: (): void => void begin(),
    select: (index: number, entry: Entry | undefined, mode: SelectMode): void => {
      if (mode === 'range' || mode === 'add-range') {
        // A range without an anchor begins at the first entry; if its anchor is gone, at the chosen one.
        const start = trackedAnchor.id === undefined ? 0 : index;
        void selectBetween(anchor < 0 ? start : anchor, index, mode === 'add-range');
        return;
      }
      setAnchor(index);
      ticked.set(mode === 'toggle');
      if (!entry) void selectBetween(index, index, mode === 'toggle');
      else choose(mode === 'toggle' ? toggled(selectionStore.get(), entry) : selectionOf([entry]));
    },
    // A listing from many folders cannot be named as a whole, so its entries are selected one by one.
    selectAll: (): void => {
      const { kind } = listing.ref.source;
      if (kind === 'folder' || kind === 'trash') choose(everything);
      else if (total > 0) void selectBetween(0, total - 1, false);
    },
    clear: (): void => {
      ticked.set(false);
      choose(nothing);
    },
  };
};

export type SelectionActions = ReturnType<typeof useSelection>;
