import { expect, test } from 'vitest';
import { maskedEmail, maskedName } from './masked.ts';

test.each([
  ['Ada Lovelace', 'A… L…'],
  ['Ada', 'A…'],
  ['', ''],
  ['👩‍🚀 Zoë', '👩‍🚀… Z…'],
])('the log keeps %j as %j', (name, masked) => {
  expect(maskedName(name)).toBe(masked);
});

test.each([
  ['ada@example.com', 'a…@example.com'],
  ['"a@b"@example.com', '"…@example.com'],
  ['a@example.com', 'a…@example.com'],
  ['no address', 'n…'],
])('the log keeps %s as %s', (email, masked) => {
  expect(maskedEmail(email)).toBe(masked);
});
