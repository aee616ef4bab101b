import { text } from '#shared/i18n/messages.ts';
import { openGenericAlert } from '#shared/ui/alert.ts';
import { announce } from '#shared/ui/live-region.tsx';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Entry } from './entry.ts';
import { loadedPages, pageQuery } from './files.queries.ts';
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

/** Pages that are loaded at a time for a long range. */
const lanes = 4;

/** The entries of a range; those that are not loaded yet are. */
const loadRange = async (client: QueryClient, listing: Listing, [first, last]: readonly [number, number]) => {
  const queue = pagesBetween(first, last);
  const lane = async (): Promise<void> => {
    for (let page = queue.shift(); page !== undefined; page = queue.shift())
      await client.query({ ...pageQuery(listing.ref, page), staleTime: 'static' });
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return entriesBetween(loadedPages(client, listing.ref), first, last) ?? [];
};

export type SelectMode = 'only' | 'toggle' | 'range' | 'add-range';

/** Selecting by pointer and keyboard: single entries, ranges from an anchor that never invert, everything. */
export const useSelection = (listing: Listing) => {
  const client = useQueryClient();
  const [anchor, setAnchor] = useState(0);
  const total = listing.meta?.total ?? 0;

  const apply = (selection: Selection): void => {
    selectionStore.set(selection);
    const count = selectedCount(selection, total);
    announce(count === 0 ? text('files.selection_cleared') : text('files.selected', { count }));
  };

  const selectRange = async (index: number, keep: boolean): Promise<void> => {
    const range = [Math.min(anchor, index), Math.max(anchor, index)] as const;
    const loaded = entriesBetween(loadedPages(client, listing.ref), ...range);
    const entries = loaded ?? (await loadRange(client, listing, range));
    apply(keep ? withEntries(selectionStore.get(), entries) : selectionOf(entries));
  };

  return {
    select: (index: number, entry: Entry | undefined, mode: SelectMode): void => {
      if (mode === 'range' || mode === 'add-range') {
        selectRange(index, mode === 'add-range').catch(openGenericAlert);
        return;
      }
      setAnchor(index);
      if (!entry) return;
      apply(mode === 'toggle' ? toggled(selectionStore.get(), entry) : selectionOf([entry]));
    },
    setAnchor,
    selectAll: () => apply(everything),
    clear: () => apply(nothing),
  };
};

export type SelectionActions = ReturnType<typeof useSelection>;
