import { useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useScrollTop } from './use-scroll-top.ts';
import type { RowRange } from './visible-range.ts';

const isSame = (one: RowRange, other: RowRange): boolean =>
  one.first === other.first && one.last === other.last;

/**
 * Returns the rows to draw of a scrolling element. It renders again only when they differ: most frames scroll by less
 * than a row, and cost only the work of the browser.
 *
 * @param rangeAt the rows at a scroll position, in pixels
 */
export const useVisibleRows = (
  element: RefObject<HTMLElement | null>,
  rangeAt: (scrollTop: number) => RowRange,
): RowRange => {
  /** The scroll position that the rows were drawn for. */
  const [drawnAt, setDrawnAt] = useState(0);
  const range = rangeAt(drawnAt);
  const scrolledRef = useScrollTop(element, (top) => {
    // It renders in the frame that scrolls: later, one frame would lack its rows, and the next would draw those of two.
    if (!isSame(rangeAt(top), range)) flushSync(() => setDrawnAt(top));
  });
  // Rows of another height, or more of them, change the range at a position. It settles after one more rendering.
  const { first, last } = range;
  useLayoutEffect(() => {
    const top = scrolledRef.current;
    if (!isSame(rangeAt(top), { first, last })) setDrawnAt(top);
  }, [scrolledRef, rangeAt, first, last]);
  return range;
};
