import { describe, expect, test } from 'vitest';
import { movedTo } from './grid-keys.ts';

const list = { count: 100, columns: 1, pageRows: 10 };
const grid = { count: 10, columns: 4, pageRows: 2 };

test.each([
  ['ArrowDown', -1, 0],
  ['ArrowUp', -1, 99],
  ['ArrowDown', 5, 6],
  ['ArrowUp', 0, 0],
  ['ArrowDown', 99, 99],
  ['Home', 50, 0],
  ['End', 50, 99],
  ['PageDown', 0, 9],
  ['PageDown', 95, 99],
  ['PageUp', 5, 0],
  ['ArrowRight', 5, undefined],
  ['ArrowLeft', 5, undefined],
  ['x', 5, undefined],
])('in a list %s leads from %i to %s', (key, from, to) => expect(movedTo(key, from, list)).toBe(to));

test.each([
  ['ArrowRight', 3, 4],
  ['ArrowLeft', 4, 3],
  ['ArrowRight', 9, 9],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 1, 5],
  ['ArrowDown', 5, 9],
  ['ArrowDown', 6, 9],
  ['ArrowDown', 9, 9],
  ['ArrowUp', 5, 1],
  ['ArrowUp', 1, 1],
  ['PageDown', 0, 4],
  ['PageUp', 6, 2],
  ['PageUp', 2, 2],
])('in a grid of four columns %s leads from %i to %i', (key, from, to) =>
  expect(movedTo(key, from, grid)).toBe(to),
);

test('an empty folder has no entry to move to', () => {
  expect(movedTo('End', -1, { count: 0, columns: 1, pageRows: 5 })).toBeUndefined();
});

describe('rows of different lengths', () => {
  // Three columns: 0 | 1 2 3 | 4 5 | 6
  const shape = { count: 7, columns: 3, pageRows: 3, rowStarts: [0, 1, 4, 6] };
  test.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 3, 5],
    ['ArrowDown', 5, 6],
    ['ArrowDown', 6, 6],
    ['ArrowUp', 5, 2],
    ['ArrowUp', 2, 0],
    ['ArrowUp', 0, 0],
    ['ArrowRight', 3, 4],
    ['ArrowLeft', 1, 0],
    ['PageDown', 2, 6],
    ['PageUp', 6, 1],
    ['Home', 5, 0],
    ['End', 0, 6],
    ['ArrowDown', -1, 0],
  ] as const)('%s from %i to %i', (key, from, to) => expect(movedTo(key, from, shape)).toBe(to));
});
