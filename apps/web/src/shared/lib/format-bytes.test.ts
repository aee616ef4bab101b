import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';

test.each([
  [0, '0 B'],
  [1, '1 B'],
  [999, '999 B'],
  [1000, '1 KB'],
  [184_200, '184 KB'],
  [999_499, '999 KB'],
  [999_500, '1 MB'],
  [8_412_000, '8.4 MB'],
  [8_000_000, '8 MB'],
  [99_960_000, '100 MB'],
  [412_300_000, '412 MB'],
  [5_368_709_120, '5.4 GB'],
  [2e18, '2,000 PB'],
])('%i bytes read %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
