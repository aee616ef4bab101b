import { expect, test } from 'vitest';
import { median, medianRatio, quantile } from './statistics.ts';

test('a median is the number in the middle, or the mean of two', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([10, 2, 4, 1])).toBe(3);
  expect(median([])).toBeNaN();
});

test('a quantile is a number that was measured', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index);
  expect(quantile(hundred, 0.95)).toBe(95);
  expect(quantile(hundred, 1)).toBe(99);
  expect(quantile([7], 0.5)).toBe(7);
  expect(quantile([], 0.5)).toBeNaN();
});

test('ratios are taken round by round: a machine that slows down changes nothing', () => {
  expect(medianRatio([50, 5, 50], [100, 10, 100])).toBe(0.5);
  expect(medianRatio([1, 2, 3], [2])).toBe(0.5);
});
