import { expect, test } from 'vitest';
import { rowsInSight, rowTops } from './row-window.ts';

const heights = [60, 60, ...Array.from({ length: 9998 }, () => 40)];
const tops = rowTops(heights);

test('every row begins where the one above ends', () => {
  expect(tops.slice(0, 4)).toEqual([0, 60, 120, 160]);
  expect(tops.at(-1)).toBe(120 + 9998 * 40);
});

test.each([
  [0, { first: 0, end: 13 }],
  [119, { first: 0, end: 15 }],
  [40_000, { first: 991, end: 1013 }],
  [399_840, { first: 9987, end: 10_000 }],
])('scrolled to %i of ten thousand rows, a few dozen are drawn', (scrollTop, window) => {
  expect(rowsInSight(tops, scrollTop, 200)).toEqual(window);
});

test('a list that has become shorter than its scroll position draws its end', () => {
  expect(rowsInSight(rowTops([40, 40, 40]), 5000, 200)).toEqual({ first: 0, end: 3 });
  expect(rowsInSight(rowTops([40, 40, 40]), -30, 200)).toEqual({ first: 0, end: 3 });
});

test('no rows are none', () => {
  expect(rowsInSight(rowTops([]), 0, 200)).toEqual({ first: 0, end: 0 });
});
