import { expect, test } from 'vitest';
import { inThousands } from './in-thousands.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [100_000, '100,000'],
  [1_000_000, '1,000,000'],
])('%i is written %s', (count, text) => {
  expect(inThousands(count)).toBe(text);
});
