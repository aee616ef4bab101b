import { expect, test } from 'vitest';
import { gridLayout, tilePlacement, tileWidth } from './listing-layout.ts';

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

test('tiles stand side by side as far as the width goes', () => {
  const layout = gridLayout(696, false);
  expect(tileWidth(696, layout)).toBe(168);
  expect(tilePlacement(0, layout, 696)).toEqual({ top: 0, start: 0 });
  expect(tilePlacement(7, layout, 696)).toEqual({ top: layout.rowHeight, start: 3 * 176 });
});
