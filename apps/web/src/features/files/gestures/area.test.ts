import { expect, test } from 'vitest';
import { indexesIn, type AreaShape, type Box } from './area.ts';

const list: AreaShape = { columns: 1, rowHeight: 48, gap: 0, width: 800, total: 10 };
/** Tiles of 100 × 92 with 8 px between them. */
const grid: AreaShape = { columns: 3, rowHeight: 100, gap: 8, width: 316, total: 8 };

type Case = readonly [shape: AreaShape, box: readonly [number, number, number, number], found: number[]];

const found = (shape: AreaShape, [left, top, right, bottom]: readonly [number, number, number, number]) => {
  const box: Box = { left, top, right, bottom };
  return indexesIn(box, shape);
};

test.each<readonly [name: string, ...Case]>([
  ['a touch of two rows', list, [10, 40, 20, 50], [0, 1]],
  ['one row to its last pixel', list, [10, 48, 20, 96], [1]],
  ['nothing beside the rows', list, [-12, 0, -1, 300], []],
  ['nothing below the rows', list, [10, 490, 20, 600], []],
  ['from below upwards', list, [10, 400, 20, 600], [8, 9]],
  ['the gap between tiles', grid, [101, 0, 107, 90], []],
  ['the gap between rows of tiles', grid, [0, 93, 90, 99], []],
  ['two columns of two rows', grid, [50, 50, 150, 150], [0, 1, 3, 4]],
  ['a last row that is not full', grid, [0, 250, 316, 300], [6, 7]],
  ['everything', grid, [-5, -5, 400, 900], [0, 1, 2, 3, 4, 5, 6, 7]],
])('%s', (...[, shape, box, expected]) => {
  expect(found(shape, box)).toEqual(expected);
});

test('an empty listing has no entries to touch', () => {
  expect(found({ ...list, total: 0 }, [0, 0, 100, 100])).toEqual([]);
});
