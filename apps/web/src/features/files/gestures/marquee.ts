import './marquee.css';
import { readsLeftward } from '#shared/lib/reading.ts';
import { selectionStore } from '../selection/selection.store.ts';
import { indexesIn, type Box } from './area.ts';
import { startAutoScroll } from './auto-scroll.ts';
import { followPointer, isFar, swallowClick, type GestureContext, type Press } from './gesture.ts';

const boxOf = (a: { readonly x: number; readonly y: number }, b: typeof a): Box => ({
  left: Math.min(a.x, b.x),
  top: Math.min(a.y, b.y),
  right: Math.max(a.x, b.x),
  bottom: Math.max(a.y, b.y),
});

const limited = (value: number, most: number): number => Math.max(0, Math.min(value, most));

const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((index, at) => index === b[at]);

/** Returns the entries whose own boxes a rectangle touches; with days between the rows all are drawn. */
const drawnIn = (scroller: HTMLElement, box: Box): number[] =>
  [...scroller.querySelectorAll<HTMLElement>('[data-index]')]
    .filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const isBeside = right <= box.left || left >= box.right;
      return !isBeside && bottom + scroller.scrollTop > box.top && top + scroller.scrollTop < box.bottom;
    })
    .map(({ dataset }) => Number(dataset['index']));

/**
 * Selects the entries that a rectangle touches, drawn from empty space. Ctrl toggles them, Shift adds them; a press
 * that does not move clears the selection.
 */
export const beginMarquee = (press: Press, context: GestureContext): void => {
  const { scroller, layout, total, selection } = context;
  const space = scroller.querySelector('.listing-space');
  const base = selectionStore.get();
  const mode = press.adds ? 'toggle' : press.extends ? 'add' : 'replace';
  // The rectangle must not make the content any taller.
  const height = Math.max(scroller.scrollHeight, scroller.clientHeight);
  let frame: HTMLElement | undefined;
  let touched: readonly number[] = [];
  let pointer = { x: press.x, y: press.y };
  // The position of the press in the content, however far that scrolls meanwhile.
  const start = { x: press.x, y: press.y + scroller.scrollTop };

  const touchedBy = (window: Box): readonly number[] => {
    if (!space) return drawnIn(scroller, window);
    const inner = space.getBoundingClientRect();
    const top = inner.top + scroller.scrollTop;
    // Columns are counted from the start of lines.
    const [left, right] = readsLeftward()
      ? [inner.right - window.right, inner.right - window.left]
      : [window.left - inner.left, window.right - inner.left];
    const box: Box = { left, right, top: window.top - top, bottom: window.bottom - top };
    return indexesIn(box, { ...layout, width: inner.width, total });
  };

  const draw = (): void => {
    if (!frame) return;
    const now = { x: pointer.x, y: pointer.y + scroller.scrollTop };
    const window = boxOf(start, now);
    const outer = scroller.getBoundingClientRect();
    const top = limited(window.top - outer.top, height);
    // A scroll bar at the left is not part of the drawing area.
    const edge = outer.left + scroller.clientLeft;
    const left = limited(window.left - edge, scroller.clientWidth);
    frame.style.transform = `translate(${left}px, ${top}px)`;
    frame.style.width = `${limited(window.right - edge, scroller.clientWidth) - left}px`;
    frame.style.height = `${limited(window.bottom - outer.top, height) - top}px`;
    const found = touchedBy(window);
    if (isSame(found, touched)) return;
    touched = found;
    selection.selectArea({ indexes: touched, base, mode });
  };
  const scrolling = startAutoScroll(draw, scroller);

  const begin = (): void => {
    frame = document.createElement('div');
    frame.className = 'marquee';
    scroller.append(frame);
    scroller.dataset['marquee'] = '';
    if (mode === 'replace') selection.clear();
  };

  followPointer(press, {
    onMove: (event) => {
      if (!frame && !isFar(press, event)) return;
      if (!frame) begin();
      pointer = { x: event.clientX, y: event.clientY };
      scrolling.follow(pointer.x, pointer.y);
      draw();
    },
    onEnd: (event) => {
      scrolling.stop();
      frame?.remove();
      delete scroller.dataset['marquee'];
      if (!frame) {
        if (event && mode === 'replace') selection.clear();
      } else if (event) {
        swallowClick();
        void selection.finishArea({ indexes: touched, base, mode });
      } else selection.selectArea({ indexes: [], base, mode: 'add' });
    },
  });
};
