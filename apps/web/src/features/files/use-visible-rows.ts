import { useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useScrollTop } from './use-scroll-top.ts';
import type { RowRange } from './visible-range.ts';

const isSame = (one: RowRange, other: RowRange): boolean =>
  one.first === other.first && one.last === other.last;

/**
 * The rows to draw of what scrolls. They are drawn anew only when others are to be: most frames of a wheel or a finger move by
 * less than a row, and cost no more than what the browser does for them.
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
    // In the frame that scrolls: drawn later, a frame would go by without its rows, and the next one draw those of two.
    if (!isSame(rangeAt(top), range)) flushSync(() => setDrawnAt(top));
  });
  // Rows of another height, or more of them: others are at the same place. It ends after one more time.
  const { first, last } = range;
  useLayoutEffect(() => {
    const top = scrolledRef.current;
    if (!isSame(rangeAt(top), { first, last })) setDrawnAt(top);
  }, [scrolledRef, rangeAt, first, last]);
  return range;
};
