import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Tracks the scroll position of an element, in pixels, as far as it is known: asking the element itself would force a
 * layout.
 *
 * @param onScroll called in the frame that scrolls
 */
export const useScrollTop = (
  element: RefObject<HTMLElement | null>,
  onScroll: (top: number) => void,
): RefObject<number> => {
  const top = useRef(0);
  const notify = useEffectEvent(onScroll);
  useLayoutEffect(() => {
    const scroller = element.current;
    if (!scroller) return undefined;
    // An element that was hidden for a while may have lost its scroll position.
    top.current = scroller.scrollTop;
    const listener = (): void => {
      top.current = scroller.scrollTop;
      notify(top.current);
    };
    scroller.addEventListener('scroll', listener, { passive: true });
    return () => scroller.removeEventListener('scroll', listener);
  }, [element]);
  return top;
};
