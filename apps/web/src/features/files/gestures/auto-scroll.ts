/** Pixels from an edge within which a pointer scrolls. */
const edge = 56;
/** The maximum of pixels that a frame scrolls. */
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
  /** Reports the position of the pointer. */
  readonly follow: (x: number, y: number) => void;
  readonly stop: () => void;
}

/**
 * Scrolls the element under the pointer near its upper or lower edge, faster the nearer it is.
 * @param fixed the only element that scrolls, wherever the pointer is; without it the one under the pointer scrolls.
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
