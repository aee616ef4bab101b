/** Pixels from an edge within which a pointer scrolls. */
const edge = 56;
/** Pixels that a frame scrolls at most. */
const fastest = 28;

const speed = (distance: number): number =>
  distance >= edge ? 0 : Math.ceil(((edge - Math.max(0, distance)) / edge) ** 2 * fastest);

const scrollableAt = (x: number, y: number): HTMLElement | undefined => {
  let element = document.elementFromPoint(x, y);
  while (element instanceof HTMLElement) {
    const { overflowY } = getComputedStyle(element);
    if (element.scrollHeight > element.clientHeight && /auto|scroll/.test(overflowY)) return element;
    element = element.parentElement;
  }
  return undefined;
};

interface AutoScroll {
  /** Tells where the pointer is. */
  readonly follow: (x: number, y: number) => void;
  readonly stop: () => void;
}

/**
 * Scrolls what is near its upper or lower edge under the pointer, faster the nearer it is.
 * @param fixed scrolls alone, wherever the pointer is; without it whatever lies below the pointer does.
 * @param onScroll is called after each step.
 */
export const startAutoScroll = (onScroll: () => void, fixed?: HTMLElement): AutoScroll => {
  let pointer = { x: -1, y: -1 };
  let frame = 0;
  const step = (): void => {
    const { x, y } = pointer;
    const element = fixed ?? scrollableAt(x, y);
    if (element && x >= 0) {
      const { top, bottom } = element.getBoundingClientRect();
      const before = element.scrollTop;
      element.scrollTop += speed(bottom - y) - speed(y - top);
      if (element.scrollTop !== before) onScroll();
    }
    frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return {
    follow: (x, y) => {
      pointer = { x, y };
    },
    stop: () => cancelAnimationFrame(frame),
  };
};
