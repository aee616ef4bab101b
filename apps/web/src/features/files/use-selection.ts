import { text } from '#shared/i18n/messages.ts';
import { openGenericAlert } from '#shared/ui/alert.ts';
import { announce } from '#shared/ui/live-region.tsx';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Entry } from './entry.ts';
import { listingKey, loadedPages, pageQuery } from './files.queries.ts';
import {
  everything,
  nothing,
  selectedCount,
  selectionOf,
  toggled,
  withEntries,
  type Selection,
} from './selection.ts';
import { selectionStore } from './selection.store.ts';
import { entriesBetween, pagesBetween } from './sparse-pages.ts';
import type { Listing } from './use-listing.ts';
import { noEntry, useTrackedEntry } from './use-tracked-entry.ts';

/** Pages that are loaded at a time for a long range. */
const lanes = 4;

/** The entries of a range; those that are not loaded yet are, until the signal says that nobody waits for them. */
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
  await Promise.all(Array.from({ length: lanes }, lane));
  return entriesBetween(loadedPages(client, ref), first, last) ?? [];
};

export type SelectMode = 'only' | 'toggle' | 'range' | 'add-range';

/** Selecting by pointer and keyboard: single entries, ranges from an anchor that never invert, everything. */
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

  /** Every choice ends the one before, if that one is still loading. */
  const begin = (): AbortSignal => {
    loading.current.range.abort();
    loading.current = { key, range: new AbortController() };
    return loading.current.range.signal;
  };

  const apply = (selection: Selection): void => {
    const before = selectedCount(selectionStore.get(), total);
    selectionStore.set(selection);
    const count = selectedCount(selection, total);
    if (count === before) return;
    announce(count === 0 ? text('files.selection_cleared') : text('files.selected', { count }));
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

  return {
    select: (index: number, entry: Entry | undefined, mode: SelectMode): void => {
      if (mode === 'range' || mode === 'add-range') {
        // Before any choice a range begins at the first entry, and where its anchor is gone at the chosen one.
        const start = trackedAnchor.id === undefined ? 0 : index;
        void selectBetween(anchor < 0 ? start : anchor, index, mode === 'add-range');
        return;
      }
      setAnchor(index);
      if (!entry) void selectBetween(index, index, mode === 'toggle');
      else choose(mode === 'toggle' ? toggled(selectionStore.get(), entry) : selectionOf([entry]));
    },
    selectAll: () => choose(everything),
    clear: () => choose(nothing),
  };
};

export type SelectionActions = ReturnType<typeof useSelection>;
