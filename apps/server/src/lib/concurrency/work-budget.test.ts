import { expect, test } from 'vitest';
import { createWorkBudget } from '#lib/concurrency/work-budget.ts';

/** The size of each next piece where one thing takes so many milliseconds. */
const sizesAt = (msEach: number, pieces: number): number[] => {
  const budget = createWorkBudget({ ms: 20, least: 10, most: 500 });
  return Array.from({ length: pieces }, () => {
    budget.spent(budget.size * msEach);
    return budget.size;
  });
};

test('pieces grow to the size that fits into the time, up to the largest', () => {
  expect(sizesAt(0.1, 6)).toEqual([20, 40, 80, 160, 200, 200]);
  expect(sizesAt(0, 7).at(-1)).toBe(500);
});

test('pieces shrink where they take too long, down to the smallest', () => {
  const budget = createWorkBudget({ ms: 20, least: 10, most: 500 });
  for (const ms of [1, 1, 1]) budget.spent(ms);
  expect(budget.size).toBe(80);
  budget.spent(40);
  expect(budget.size).toBe(40);
  for (const ms of [500, 500, 500]) budget.spent(ms);
  expect(budget.size).toBe(10);
});
