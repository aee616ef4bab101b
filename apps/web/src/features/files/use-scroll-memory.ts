import { useEffect, useLayoutEffect, type RefObject } from 'react';
import { placeOf, rememberPlace } from './scroll-memory.ts';
import { useScrollTop } from './use-scroll-top.ts';
import type { TrackedEntry } from './use-tracked-entry.ts';

interface ScrolledPlace {
  /** The key of the history entry. */
  readonly place: string;
  /** The inner width of the scrolling element, 0 before it is known. */
  readonly width: number;
  readonly active: TrackedEntry;
}

/** Restores the scroll position of a history entry, and stores the current one. */
export const useScrollMemory = (
  scroller: RefObject<HTMLElement | null>,
  { place, width, active }: ScrolledPlace,
): void => {
  // Rows have no height before the width is known.
  const measured = width > 0;
  const scrolledRef = useScrollTop(scroller, (top) => {
    if (measured) rememberPlace(place, { scrollTop: top });
  });
  useLayoutEffect(() => {
    // A listing at its top need not wait for the layout of its scrolling element.
    const { scrollTop: top } = placeOf(place);
    if (measured && top !== scrolledRef.current) scroller.current?.scrollTo({ top });
  }, [scroller, scrolledRef, place, measured]);
  useEffect(() => {
    if (measured) rememberPlace(place, { active });
  }, [place, measured, active]);
};
