import { useEffect, useEffectEvent, useLayoutEffect, type RefObject } from 'react';
import { placeOf, rememberPlace } from './scroll-memory.ts';
import type { TrackedEntry } from './use-tracked-entry.ts';

interface ScrolledPlace {
  /** Names the entry of the history. */
  readonly place: string;
  readonly scrollTop: number;
  /** Inner width of what scrolls, 0 before it is known. */
  readonly width: number;
  readonly active: TrackedEntry;
}

/** Brings a listing back to where its entry of the history was left, and keeps where it stands now. */
export const useScrollMemory = (
  scroller: RefObject<HTMLElement | null>,
  { place, scrollTop, width, active }: ScrolledPlace,
): void => {
  // Before the width is known, rows have no height to scroll in.
  const measured = width > 0;
  const restore = useEffectEvent((top: number) => {
    // Whatever scrolls is laid out first: a listing that begins at its top need not wait for that.
    if (top !== scrollTop) scroller.current?.scrollTo({ top });
  });
  useLayoutEffect(() => {
    if (measured) restore(placeOf(place).scrollTop);
  }, [place, measured]);
  useEffect(() => {
    if (measured) rememberPlace(place, { scrollTop, active });
  }, [place, measured, scrollTop, active]);
};
