import { pageSize } from '@holdall/contract/listing-order';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { loadedPages, pageQuery, type ListingRef } from '../cache/files.queries.ts';
import { indexOfEntry, pageNumber } from '../cache/sparse-pages.ts';
import type { Listing } from './use-listing.ts';

/** An entry that is tracked while rows are inserted, removed and reordered. */
export interface TrackedEntry {
  /** The index where it was last seen; -1 for none. */
  readonly index: number;
  /** Undefined until it is loaded. */
  readonly id: string | undefined;
}

export const noEntry: TrackedEntry = { index: -1, id: undefined };

/** Returns the current index of a tracked entry; -1 where the loaded pages lack it. */
const indexNow = (client: QueryClient, ref: ListingRef, { index, id }: TrackedEntry): number => {
  if (id === undefined || index < 0) return index;
  const page = client.getQueryData(pageQuery(ref, pageNumber(index)).queryKey);
  if (page?.entries[index % pageSize]?.id === id) return index;
  return indexOfEntry(loadedPages(client, ref), id);
};

/**
 * Tracks one entry of a listing by its id.
 * @returns its current index (-1: none), the tracked entry, and a function that tracks another one by its index.
 */
export const useTrackedEntry = (
  listing: Listing,
  initial: () => TrackedEntry,
): readonly [index: number, tracked: TrackedEntry, track: (index: number) => void] => {
  const client = useQueryClient();
  const [tracked, setTracked] = useState(initial);
  const index = indexNow(client, listing.ref, tracked);
  const id = tracked.id ?? listing.entryAt(index)?.id;
  const isKnown = index < 0 || (index === tracked.index && id === tracked.id);
  // An entry that has loaded since is tracked by its id from now on, one that moved by its new index.
  if (!isKnown) setTracked({ index, id });
  const track = (next: number): void => setTracked({ index: next, id: listing.entryAt(next)?.id });
  return [index, tracked, track];
};
