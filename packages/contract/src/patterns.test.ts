import { expect, test } from 'vitest';
import { blockedTypeOf, isBlockedType } from './patterns.ts';

test.each([
  [' Image/PNG ', 'image/png'],
  ['video/*', 'video/*'],
  ['.EXE', 'exe'],
  ['application/vnd.ms-excel', 'application/vnd.ms-excel'],
  ['x'.repeat(100), 'x'.repeat(100)],
])('%j is kept as %j', (written, kept) => {
  expect(blockedTypeOf(written)).toBe(kept);
  expect(isBlockedType(kept)).toBe(true);
});

test.each(['', '.', '*', 'image/', 'a/b/c', 'two words', 'x'.repeat(101)])('%j is none', (written) =>
  expect(isBlockedType(blockedTypeOf(written))).toBe(false),
);
