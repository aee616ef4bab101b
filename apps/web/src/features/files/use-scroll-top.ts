import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Where an element has scrolled to, in pixels, as far as is known: to ask the element itself would have it laid out first.
 *
 * @param onScroll told in the frame that scrolls
 */
export const useScrollTop = (
  element: RefObject<HTMLElement | null>,
  onScroll: (top: number) => void,
): RefObject<number> => {
  const top = useRef(0);
  const tell = useEffectEvent(onScroll);
  useLayoutEffect(() => {
    const scroller = element.current;
    if (!scroller) return undefined;
    // What was hidden for a while may have lost its place.
    top.current = scroller.scrollTop;
    const listener = (): void => {
      top.current = scroller.scrollTop;
      tell(top.current);
    };
    scroller.addEventListener('scroll', listener, { passive: true });
    return () => scroller.removeEventListener('scroll', listener);
  }, [element]);
  return top;
};
