import type { TouchEvent } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { swipe } from './swipe.ts';

afterEach(() => {
  document.documentElement.dir = '';
});

const at = (clientX: number, clientY: number) => ({ clientX, clientY });

/** Returns the swipe that a finger's way from one point to another is recognized as. */
const swiped = (from: readonly [number, number], to: readonly [number, number], isHeld = false) => {
  const onSwipe = vi.fn<(by: number) => void>();
  const currentTarget = document.createElement('div');
  const handlers = swipe({ isHeld: () => isHeld, onSwipe });
  const begun = { currentTarget, target: currentTarget, touches: [at(...from)] };
  handlers.onTouchStart(begun as unknown as TouchEvent<HTMLElement>);
  const ended = { currentTarget, touches: [], changedTouches: [at(...to)] };
  handlers.onTouchEnd(ended as unknown as TouchEvent<HTMLElement>);
  return onSwipe.mock.calls.flat();
};

const ways = {
  left: [
    [200, 50],
    [100, 60],
  ],
  right: [
    [100, 50],
    [200, 60],
  ],
  'a little': [
    [100, 50],
    [140, 50],
  ],
  'mostly down': [
    [100, 50],
    [170, 150],
  ],
} as const;

test.each([
  ['ltr', 'left', [1]],
  ['ltr', 'right', [-1]],
  ['rtl', 'left', [-1]],
  ['rtl', 'right', [1]],
  ['ltr', 'a little', []],
  ['ltr', 'mostly down', []],
] as const)('on a page that is written %s, a swipe %s', (direction, way, steps) => {
  document.documentElement.dir = direction;
  const [from, to] = ways[way];
  expect(swiped(from, to)).toEqual(steps);
});

test('a gesture that means something else is no swipe', () => {
  expect(swiped([200, 50], [100, 50], true)).toEqual([]);
});
