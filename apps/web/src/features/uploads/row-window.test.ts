import { expect, test } from 'vitest';
import { layRows, rowsInSight, rowTop } from './row-window.ts';

const layout = layRows([60, 60], 10_000, 40);

test('every row begins at the end of the previous one', () => {
  expect([0, 1, 2, 3].map((index) => rowTop(index, layout))).toEqual([0, 60, 120, 160]);
  expect(rowTop(10_000, layout)).toBe(120 + 9998 * 40);
  expect([0, 1].map((index) => rowTop(index, layRows([64], 1, 40)))).toEqual([0, 64]);
});

test.each([
  [0, { first: 0, end: 13 }],
  [119, { first: 0, end: 15 }],
  [40_000, { first: 991, end: 1013 }],
  [399_840, { first: 9987, end: 10_000 }],
])('scrolled to %i of ten thousand rows, a few dozen are drawn', (scrollTop, window) => {
  expect(rowsInSight(layout, scrollTop, 200)).toEqual(window);
});

test('a list that has become shorter than its scroll position draws its end', () => {
  const short = layRows([], 3, 40);
  expect(rowsInSight(short, 5000, 200)).toEqual({ first: 0, end: 3 });
  expect(rowsInSight(short, -30, 200)).toEqual({ first: 0, end: 3 });
});

test('an empty list draws no rows', () => {
  expect(rowsInSight(layRows([], 0, 40), 0, 200)).toEqual({ first: 0, end: 0 });
});
