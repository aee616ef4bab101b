import { expect, test } from 'vitest';
import { exponentOf, isWithinLimit, type Point } from './fit.ts';

const curve = (cost: (items: number) => number): Point[] =>
  [1e3, 1e4, 1e5, 1e6].map((items) => ({ items, value: cost(items) }));

test('the exponent of a power is found', () => {
  for (const power of [0, 0.5, 1, 2])
    expect(
      exponentOf(
        'flat',
        curve((items) => 3 * items ** power),
      ),
    ).toBeCloseTo(power, 10);
});

test('constant cost does not grow; logarithmic growth is tolerated', () => {
  expect(
    isWithinLimit(
      'flat',
      curve(() => 7),
    ),
  ).toBe(true);
  expect(
    isWithinLimit(
      'flat',
      curve((items) => Math.log2(items)),
    ),
  ).toBe(true);
  expect(
    isWithinLimit(
      'flat',
      curve((items) => 1 + items / 1e5),
    ),
  ).toBe(false);
});

test('linear cost may have an offset, and ends no steeper', () => {
  expect(
    isWithinLimit(
      'linear',
      curve((items) => 50 + items / 100),
    ),
  ).toBe(true);
  expect(
    isWithinLimit(
      'linear',
      curve((items) => items),
    ),
  ).toBe(true);
  // The fit over all points looks linear; the last step shows the real growth.
  const hidden = curve((items) => 1e6 + (items / 1e3) ** 2 * 100);
  expect(exponentOf('flat', hidden)).toBeLessThan(1.1);
  expect(isWithinLimit('linear', hidden)).toBe(false);
});
