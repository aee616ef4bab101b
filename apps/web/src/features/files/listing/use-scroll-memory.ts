import { useEffect, useLayoutEffect, type RefObject } from 'react';
import { listingStateOf, storeListingState } from './listing-states.ts';
import { useScrollTop } from './use-scroll-top.ts';
import type { TrackedEntry } from './use-tracked-entry.ts';

interface ScrolledListing {
  /** The key of the history entry. */
  readonly historyKey: string;
  /** The inner width of the scrolling element, 0 before it is known. */
  readonly width: number;
  readonly active: TrackedEntry;
}

/** Restores the scroll position of a history entry, and stores the current one. */
export const useScrollMemory = (
  scroller: RefObject<HTMLElement | null>,
  { historyKey, width, active }: ScrolledListing,
): void => {
  // Rows have no height before the width is known.
  const measured = width > 0;
  const scrolledRef = useScrollTop(scroller, (top) => {
    if (measured) storeListingState(historyKey, { scrollTop: top });
  });
  useLayoutEffect(() => {
    // A listing at its top need not wait for the layout of its scrolling element.
    const { scrollTop: top } = listingStateOf(historyKey);
    if (measured && top !== scrolledRef.current) scroller.current?.scrollTo({ top });
  }, [scroller, scrolledRef, historyKey, measured]);
  useEffect(() => {
    if (measured) storeListingState(historyKey, { active });
  }, [historyKey, measured, active]);
};
