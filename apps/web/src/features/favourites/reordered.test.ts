import { expect, test } from 'vitest';
import { landingPlace, reordered } from './reordered.ts';

const list = ['a', 'b', 'c', 'd'];

test.each([
  [0, 2, 'bcad'],
  [3, 0, 'dabc'],
  [1, 1, 'abcd'],
  [1, 99, 'acdb'],
  [2, -5, 'cabd'],
  [9, 0, 'abcd'],
])('moving the entry at %i to %i yields %s', (from, to, expected) => {
  expect(reordered(list, from, to).join('')).toBe(expected);
  expect(list.join('')).toBe('abcd');
});

test('a dragged row lands at the last row whose middle it has passed', () => {
  const at = (distance: number) => landingPlace(1, { distance, rowHeight: 30, count: 4 });
  expect([0, 14, 16, 46, 500, -14, -16, -500].map((distance) => at(distance))).toEqual([
    1, 1, 2, 3, 3, 1, 0, 0,
  ]);
});
