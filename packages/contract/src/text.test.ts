import { expect, test } from 'vitest';
import { directionOf, inThousands } from './text.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [100_000, '100,000'],
  [1_000_000, '1,000,000'],
])('%i is written %s', (count, text) => {
  expect(inThousands(count)).toBe(text);
});

test.each([
  ['ar', 'rtl'],
  ['he', 'rtl'],
  ['fa-IR', 'rtl'],
  ['uz-Arab', 'rtl'],
  ['uz', 'ltr'],
  ['en', 'ltr'],
  ['cs', 'ltr'],
])('%s is written %s', (locale, direction) => expect(directionOf(locale)).toBe(direction));
