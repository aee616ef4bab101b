import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Magnification by a wheel's pixel. */
const perPixel = 0.0015;

/** Calls `onZoom` with the factor that the wheel asks for, and the place under the pointer in shares of the element. */
export const useWheelZoom = (
  element: RefObject<HTMLElement | null>,
  onZoom: (factor: number, at: { readonly x: number; readonly y: number }) => void,
): void => {
  const zoom = useEffectEvent(onZoom);
  useEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    // Only a listener that says so may keep the popup from scrolling instead.
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { left, top, width, height } = box.getBoundingClientRect();
      const at = { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
      zoom(Math.exp(-event.deltaY * perPixel), at);
    };
    box.addEventListener('wheel', onWheel, { passive: false });
    return () => box.removeEventListener('wheel', onWheel);
  }, [element]);
};
