import { expect, test } from 'vitest';
import { readLimit } from './read-limit.ts';

test.each([
  ['1', 1],
  [' 25 ', 25],
  ['1000000', 1_000_000],
  ['1000001', undefined],
  ['0', undefined],
  ['', undefined],
  ['-3', undefined],
  ['2.5', undefined],
  ['ten', undefined],
])('the input “%s” is a limit of %s', (typed, limit) => expect(readLimit(typed)).toBe(limit));
