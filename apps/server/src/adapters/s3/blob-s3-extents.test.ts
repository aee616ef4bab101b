import { describe, expect, test } from 'vitest';
import { extentOf, partBytes, plannedParts, stagedFrom } from '#adapters/s3/blob-s3-extents.ts';
import { createBlobKey } from '#ports/blob-store.ts';

const key = createBlobKey();
type Place = readonly [start: number, length: number];
/** The objects as a listing returns them. */
const objects = (...extents: readonly Place[]) =>
  extents.map(([start, length]) => ({ ...extentOf(key, start, length), size: length, modifiedAt: 0 }));
const shown = (...extents: readonly Place[]) => {
  const staged = stagedFrom(objects(...extents));
  return {
    size: staged?.size,
    extents: staged?.extents.map(({ start, length }) => [start, length]),
    spare: staged?.spare.length,
  };
};

describe('staged objects', () => {
  test('is empty without objects, and where there are only objects behind a gap', () => {
    expect(stagedFrom([])).toBeUndefined();
    expect(stagedFrom(objects([5, 3]))).toBeUndefined();
  });

  test.each([
    ['one object', [[0, 9]], { size: 9, extents: [[0, 9]], spare: 0 }],
    ['no bytes', [[0, 0]], { size: 0, extents: [[0, 0]], spare: 0 }],
    [
      'several, one after the other',
      [
        [0, 4],
        [4, 5],
      ],
      {
        size: 9,
        extents: [
          [0, 4],
          [4, 5],
        ],
        spare: 0,
      },
    ],
    [
      'the longest at a place',
      [
        [0, 4],
        [0, 9],
        [4, 2],
      ],
      { size: 9, extents: [[0, 9]], spare: 2 },
    ],
    [
      'the extents before a gap',
      [
        [0, 4],
        [5, 5],
      ],
      { size: 4, extents: [[0, 4]], spare: 1 },
    ],
  ] as const)('is %s', (_what, extents, expected) => {
    expect(shown(...extents)).toEqual(expected);
  });

  test('ignores an object whose length differs from that in its name', () => {
    const [first, second] = objects([0, 4], [4, 4]);
    if (first === undefined || second === undefined) throw new Error('two were made');
    expect(stagedFrom([first, { ...second, size: 3 }])?.size).toBe(4);
  });
});

test('are planned as parts of the blob, regardless of the pieces they came in', () => {
  const staged = stagedFrom(objects([0, partBytes], [partBytes, 10], [partBytes + 10, 5]));
  expect(plannedParts(staged?.extents ?? []).map(({ number, extents }) => [number, extents.length])).toEqual([
    [1, 1],
    [2, 2],
  ]);
});
