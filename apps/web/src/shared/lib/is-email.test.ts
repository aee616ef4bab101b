import { expect, test } from 'vitest';
import { isEmail } from './is-email.ts';

test.each(['a@b.c', ' name@example.com ', 'first.last+tag@sub.example.co', 'ž@príklad.sk'])(
  '%s is an email',
  (text) => expect(isEmail(text)).toBe(true),
);
test.each(['', 'a', 'a@b', '@b.c', 'a@.', 'a b@c.d', 'a@b c.d', 'a@b@c.d'])('%s is none', (text) =>
  expect(isEmail(text)).toBe(false),
);
