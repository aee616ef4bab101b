import { afterEach, expect, test, vi } from 'vitest';
import { placeMenu, pointAnchor } from './menu-place.ts';

afterEach(() => {
  document.documentElement.dir = '';
});

/** Returns the place of a menu of 200 × 100 in a window of 1000 × 800. */
const leftOf = (direction: 'ltr' | 'rtl', ...place: readonly [anchor: object, align: 'start' | 'end']) => {
  document.documentElement.dir = direction;
  vi.stubGlobal('innerWidth', 1000);
  vi.stubGlobal('innerHeight', 800);
  const menu = document.createElement('div');
  vi.spyOn(menu, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 200, 100));
  const [anchor, align] = place;
  placeMenu(menu, anchor as DOMRect, align);
  return menu.style.left;
};

const button = { left: 400, right: 440, top: 10, bottom: 40 };

test.each([
  ['ltr', button, 'start', '400px'],
  ['ltr', button, 'end', '240px'],
  ['rtl', button, 'start', '240px'],
  ['rtl', button, 'end', '400px'],
  ['ltr', pointAnchor(500, 20), 'start', '500px'],
  ['rtl', pointAnchor(500, 20), 'start', '300px'],
  ['ltr', pointAnchor(950, 20), 'start', '792px'],
  ['rtl', pointAnchor(50, 20), 'start', '8px'],
] as const)('on a page that is written %s, a menu at %o that is flush at its %s opens at %s', (...place) => {
  const [direction, anchor, align, left] = place;
  expect(leftOf(direction, anchor, align)).toBe(left);
});
