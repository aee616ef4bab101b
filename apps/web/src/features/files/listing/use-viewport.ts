import { useLayoutEffect, useState, type RefObject } from 'react';

/** The inner size of a scrolling element, in pixels. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
}

/**
 * Measures the inner size of a scrolling element; its width is 0 until it is measured.
 * @param guess height until it is measured, for the first rendering
 */
export const useViewport = (element: RefObject<HTMLElement | null>, guess: number): Viewport => {
  const [viewport, setViewport] = useState<Viewport>({ width: 0, height: guess });
  useLayoutEffect(() => {
    const scroller = element.current;
    if (!scroller) return undefined;
    const read = (): void =>
      setViewport((current) => {
        const { clientHeight: height } = scroller;
        const style = getComputedStyle(scroller);
        const width =
          scroller.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
        return current.height === height && current.width === width ? current : { width, height };
      });
    read();
    const observer = new ResizeObserver(read);
    observer.observe(scroller);
    return () => observer.disconnect();
  }, [element]);
  return viewport;
};
