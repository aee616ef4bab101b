import { expect, test } from 'vitest';
import { directionOf } from './text-direction.ts';

test.each([
  ['ar', 'rtl'],
  ['he', 'rtl'],
  ['fa-IR', 'rtl'],
  ['uz-Arab', 'rtl'],
  ['uz', 'ltr'],
  ['en', 'ltr'],
  ['cs', 'ltr'],
])('%s is written %s', (locale, direction) => expect(directionOf(locale)).toBe(direction));
