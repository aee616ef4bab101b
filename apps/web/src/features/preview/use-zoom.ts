import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type PointerEvent,
  type RefObject,
} from 'react';
import { createDoubleTap } from './double-tap.ts';
import type { PixelSize } from './image-size.ts';
import type { ZoomStore } from './zoom-controls.ts';
import {
  contained,
  fitted,
  isLarger,
  panned,
  settled,
  turned,
  wheelFactor,
  zoomed,
  zoomedIn,
  zoomedOut,
  type Placement,
  type Point,
} from './zoom.ts';

const nothing: PixelSize = { width: 0, height: 0 };

const useStageSize = (stage: RefObject<HTMLElement | null>): PixelSize => {
  const [size, setSize] = useState(nothing);
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [stage]);
  return size;
};

const middleOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});
const spreadOf = ([a, b]: readonly Point[]): number => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0);

/** Zooms by wheel, fingers and double click, moves by dragging; tells the buttons and keys what they can do. */
export const useZoom = (
  stageElement: RefObject<HTMLElement | null>,
  image: PixelSize | undefined,
  controls: ZoomStore,
) => {
  const stage = useStageSize(stageElement);
  const [chosen, setChosen] = useState<Placement>();
  const pointers = useRef(new Map<number, Point>());
  const [taps] = useState(createDoubleTap);
  const isTouched = useRef(false);
  const [settles, setSettles] = useState(false);
  const isKnown = image !== undefined && stage.width > 0;
  // A fitted image follows the window, and its own size once that is known.
  const placement = !isKnown
    ? undefined
    : !chosen || chosen.fitted
      ? fitted(image, stage, chosen?.turns)
      : contained(chosen, image, stage);
  const larger = isKnown && placement !== undefined && isLarger(placement, image, stage);

  const change = (how: (placement: Placement, image: PixelSize) => Placement): void => {
    if (!placement || !image) return;
    setSettles(false);
    setChosen(how(placement, image));
  };
  const zoom = (factor: number, at?: Point): void =>
    change((now, of) => zoomed(now, factor, { image: of, stage, ...(at && { at }) }));
  /** A point of the window, seen from the stage's middle. */
  const fromMiddle = ({ x, y }: Point): Point => {
    const box = stageElement.current?.getBoundingClientRect();
    return box ? { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 } : { x: 0, y: 0 };
  };

  const press = useEffectEvent((what: 'in' | 'out' | 'fit' | 'rotate') => {
    if (what === 'in') zoom(zoomedIn);
    else if (what === 'out') zoom(zoomedOut);
    else if (what === 'fit') change((now, of) => fitted(of, stage, now.turns));
    else change((now, of) => turned(now, of, stage));
  });
  const percent = placement && Math.round(placement.scale * 100);
  useEffect(() => {
    if (percent === undefined) return undefined;
    controls.set({
      percent,
      larger,
      in: () => press('in'),
      out: () => press('out'),
      fit: () => press('fit'),
      rotate: () => press('rotate'),
    });
    return undefined;
  }, [controls, percent, larger]);
  useEffect(() => () => controls.set(undefined), [controls]);

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    zoom(wheelFactor(event), fromMiddle({ x: event.clientX, y: event.clientY }));
  });
  useEffect(() => {
    const element = stageElement.current;
    const listener = (event: WheelEvent): void => onWheel(event);
    // React's own listeners are passive: the page would be zoomed as well.
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, [stageElement]);

  const flip = (point: Point): void => {
    const at = fromMiddle(point);
    change((now, of) => {
      if (!now.fitted) return fitted(of, stage, now.turns);
      const factor = now.scale < 0.99 ? 1 / now.scale : 2;
      return zoomed(now, factor, { image: of, stage, at });
    });
  };
  const onPointerEnd = ({ pointerId }: PointerEvent): void => {
    const fingers = pointers.current.size;
    pointers.current.delete(pointerId);
    if (fingers !== 2 || !image) return;
    setSettles(true);
    setChosen((now) => now && settled(now, image, stage));
  };
  return {
    placement,
    larger,
    /** It is moving to where it fits. */
    settles,
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      const at = { x: event.clientX, y: event.clientY };
      pointers.current.set(event.pointerId, at);
      isTouched.current = event.pointerType === 'touch';
      taps.down({ at, time: event.timeStamp }, pointers.current.size);
      if (larger || pointers.current.size > 1) event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      const before = [...pointers.current.values()];
      if (!pointers.current.has(event.pointerId)) return;
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const after = [...pointers.current.values()];
      const [from, to] = [middleOf(before), middleOf(after)];
      const spread = after.length > 1 && spreadOf(before) > 0 ? spreadOf(after) / spreadOf(before) : 1;
      if (after.length === 1 && !larger) return;
      change((now, of) => {
        const moved = panned(now, { x: to.x - from.x, y: to.y - from.y }, { image: of, stage });
        return spread === 1 ? moved : zoomed(moved, spread, { image: of, stage, at: fromMiddle(to) });
      });
    },
    onPointerUp: (event: PointerEvent<HTMLElement>): void => {
      const at = { x: event.clientX, y: event.clientY };
      if (taps.up({ at, time: event.timeStamp }) && isTouched.current) flip(at);
      onPointerEnd(event);
    },
    onPointerCancel: onPointerEnd,
    // Some browsers make a double click of taps, and some do not.
    onDoubleClick: ({
      clientX: x,
      clientY: y,
    }: {
      readonly clientX: number;
      readonly clientY: number;
    }): void => {
      if (!isTouched.current) flip({ x, y });
    },
  };
};
