import { expect, test } from 'vitest';
import { gridLayout } from './listing-layout.ts';

test('the width determines the number of columns', () => {
  expect([1400, 800, 720, 343, 100].map((width) => gridLayout(width, false).columns)).toEqual([
    8, 4, 4, 1, 1,
  ]);
  expect(gridLayout(344, true).columns).toBe(2);
});

test('the height of a row is its tile and the gap below', () => {
  expect(gridLayout(696, false)).toEqual({
    columns: 4,
    rowHeight: 8 + 114 + 9 + 20 + 16 + 10 + 8,
    header: 0,
    gap: 8,
  });
});
