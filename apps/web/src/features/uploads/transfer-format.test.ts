import { expect, test } from 'vitest';
import type { Translate } from '#shared/i18n/messages.ts';
import { formatSpeed, formatTimeLeft } from './transfer-format.ts';

const t: Translate = (key, values) =>
  `${key.replace('uploads.left.', '')} ${Object.values(values ?? {}).join(':')}`;

test.each([
  [14_234_000, '14.2 MB/s'],
  [940, '940 byte/s'],
  [1000, '1 kB/s'],
  [250_400_000, '250 MB/s'],
  [0, '0 byte/s'],
])('%i bytes a second are %s', (speed, shown) => {
  expect(formatSpeed(speed, 'en')).toBe(shown);
});

test('numbers are formatted for the language', () => {
  expect(formatSpeed(14_234_000, 'de')).toBe('14,2 MB/s');
});

test.each([
  [0.2, 'seconds 1'],
  [59, 'seconds 59'],
  [60, 'minutes 1'],
  [3540, 'minutes 59'],
  [3600, 'hours 1:0'],
  [4800, 'hours 1:20'],
])('%d seconds are %s', (seconds, shown) => {
  expect(formatTimeLeft(seconds, t)).toBe(shown);
});
