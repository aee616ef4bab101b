import { useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Viewport } from './visible-range.ts';

/**
 * Scroll position and inner size of an element that scrolls.
 * @param guess height until it is measured: what is drawn for it is measured and shown in one go
 */
export const useViewport = (
  element: RefObject<HTMLElement | null>,
  guess: number,
): Viewport & { readonly width: number } => {
  const [viewport, setViewport] = useState({ scrollTop: 0, height: guess, width: 0 });
  useLayoutEffect(() => {
    const scroller = element.current;
    if (!scroller) return undefined;
    const read = (): void =>
      setViewport((current) => {
        const { scrollTop, clientHeight: height } = scroller;
        const style = getComputedStyle(scroller);
        const width =
          scroller.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
        return current.scrollTop === scrollTop && current.height === height && current.width === width
          ? current
          : { scrollTop, height, width };
      });
    read();
    // In the frame that scrolls: drawn later, a frame would go by without its rows, and the next one draw those of two.
    const onScroll = (): void =>
      flushSync(() => setViewport((current) => ({ ...current, scrollTop: scroller.scrollTop })));
    scroller.addEventListener('scroll', onScroll, { passive: true });
    const observer = new ResizeObserver(read);
    observer.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [element]);
  return viewport;
};
