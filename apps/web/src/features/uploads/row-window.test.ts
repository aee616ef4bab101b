import { expect, test } from 'vitest';
import { rowTop, rowWindow } from './row-window.ts';

const layout = { tallRows: 2, rows: 10_000, tallHeight: 60, height: 40 };

test('tall rows come first, the others follow', () => {
  expect([0, 1, 2, 3].map((index) => rowTop(index, layout))).toEqual([0, 60, 120, 160]);
  expect(rowTop(layout.rows, layout)).toBe(120 + 9998 * 40);
});

test.each([
  [0, { first: 0, end: 13 }],
  [119, { first: 0, end: 15 }],
  [40_000, { first: 991, end: 1013 }],
])('scrolled to %i of ten thousand rows, a few dozen are drawn', (scrollTop, window) => {
  expect(rowWindow(layout, scrollTop, 200)).toEqual(window);
});

test('a list that has become shorter than its scroll position draws its end, or nothing', () => {
  const short = { ...layout, tallRows: 0, rows: 3 };
  expect(rowWindow(short, 5000, 200)).toEqual({ first: 3, end: 3 });
  expect(rowWindow({ ...short, rows: 0 }, 0, 200)).toEqual({ first: 0, end: 0 });
  expect(rowWindow(short, -30, 200)).toEqual({ first: 0, end: 3 });
});
