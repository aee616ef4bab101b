import { expect, test } from 'vitest';
import { formatPercent } from './format-percent.ts';

test.each([
  [0, '0%'],
  [0.000_1, '<1%'],
  [0.009, '<1%'],
  [0.01, '1%'],
  [0.456, '46%'],
  [1, '100%'],
])('a share of %s is written as %s', (share, written) => expect(formatPercent(share)).toBe(written));
