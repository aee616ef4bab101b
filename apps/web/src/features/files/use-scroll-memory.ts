import { useEffect, useLayoutEffect, type RefObject } from 'react';
import { placeOf, rememberPlace } from './scroll-memory.ts';
import { useScrollTop } from './use-scroll-top.ts';
import type { TrackedEntry } from './use-tracked-entry.ts';

interface ScrolledPlace {
  /** Names the entry of the history. */
  readonly place: string;
  /** Inner width of what scrolls, 0 before it is known. */
  readonly width: number;
  readonly active: TrackedEntry;
}

/** Brings a listing back to where its entry of the history was left, and keeps where it stands now. */
export const useScrollMemory = (
  scroller: RefObject<HTMLElement | null>,
  { place, width, active }: ScrolledPlace,
): void => {
  // Before the width is known, rows have no height to scroll in.
  const measured = width > 0;
  const scrolledRef = useScrollTop(scroller, (top) => {
    if (measured) rememberPlace(place, { scrollTop: top });
  });
  useLayoutEffect(() => {
    // A listing that begins at its top need not wait for what scrolls to be laid out.
    const { scrollTop: top } = placeOf(place);
    if (measured && top !== scrolledRef.current) scroller.current?.scrollTo({ top });
  }, [scroller, scrolledRef, place, measured]);
  useEffect(() => {
    if (measured) rememberPlace(place, { active });
  }, [place, measured, active]);
};
