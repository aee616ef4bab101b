import type { TouchEvent } from 'react';
import { readsLeftward } from '#shared/lib/reading.ts';

/** Pixels that a finger goes sideways at least. */
const distance = 60;

interface Swipe {
  /** Tells whether a drag of this element, begun at this height of the window, means something else. */
  readonly isHeld: (target: EventTarget, clientY: number) => boolean;
  /** 1: to what comes next. */
  readonly onSwipe: (by: number) => void;
}

/** Handlers for swiping with one finger from one file to the next. */
export const swipe = ({ isHeld, onSwipe }: Swipe) => ({
  onTouchStart: ({ touches, currentTarget, target }: TouchEvent<HTMLElement>): void => {
    const touch = touches[0];
    const isFree = touch && touches.length === 1 && !isHeld(target, touch.clientY);
    currentTarget.dataset['swipe'] = isFree ? `${touch.clientX} ${touch.clientY}` : '';
  },
  onTouchEnd: ({ changedTouches, touches, currentTarget }: TouchEvent<HTMLElement>): void => {
    const [x, y] = (currentTarget.dataset['swipe'] ?? '').split(' ').map(Number);
    const touch = changedTouches[0];
    if (!touch || touches.length > 0 || x === undefined || y === undefined) return;
    const [across, down] = [touch.clientX - x, touch.clientY - y];
    if (Math.abs(across) >= distance && Math.abs(across) > 2 * Math.abs(down))
      onSwipe(across < 0 === readsLeftward() ? -1 : 1);
  },
});
