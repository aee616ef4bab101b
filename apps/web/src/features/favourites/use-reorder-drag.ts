import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react';
import { landingPlace } from './reordered.ts';

/** Pixels that a pointer moves before a drag starts. */
const threshold = 6;

interface Drag {
  readonly from: number;
  readonly startY: number;
  readonly rowHeight: number;
  readonly to: number;
  /** Pixels from the start of the drag. */
  readonly distance: number;
  readonly moving: boolean;
}

/**
 * Reorders the rows of a list by mouse or pen; touch scrolls instead.
 * @param count rows of the list, all of the same height
 */
export const useReorderDrag = (count: number, onMove: (from: number, to: number) => void) => {
  const [drag, setDrag] = useState<Drag>();
  const moved = useRef(false);
  const isMoving = drag?.moving ?? false;

  useEffect(() => {
    if (!isMoving) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setDrag(undefined);
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [isMoving]);

  return {
    drag: isMoving ? drag : undefined,
    rowProps: (from: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        moved.current = false;
        if (event.button !== 0 || event.pointerType === 'touch' || count < 2) return;
        if (event.target instanceof Element && event.target.closest('button')) return;
        const rowHeight = event.currentTarget.getBoundingClientRect().height;
        setDrag({ from, to: from, startY: event.clientY, rowHeight, distance: 0, moving: false });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (drag?.from !== from) return;
        // The pointer was released outside of the list, which gets no event for it.
        if (event.buttons === 0) return setDrag(undefined);
        const distance = event.clientY - drag.startY;
        if (!drag.moving && Math.abs(distance) < threshold) return;
        moved.current = true;
        if (!event.currentTarget.hasPointerCapture(event.pointerId))
          event.currentTarget.setPointerCapture(event.pointerId);
        const to = landingPlace(from, { distance, rowHeight: drag.rowHeight, count });
        setDrag({ ...drag, distance, to, moving: true });
      },
      onPointerUp: () => {
        if (drag?.moving && drag.to !== drag.from) onMove(drag.from, drag.to);
        setDrag(undefined);
      },
      onPointerCancel: () => setDrag(undefined),
      // The click that ends a drag must not follow the link.
      onClickCapture: (event: MouseEvent) => {
        if (!moved.current) return;
        moved.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
    }),
  };
};
