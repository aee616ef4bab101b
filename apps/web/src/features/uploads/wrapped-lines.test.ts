import { expect, test } from 'vitest';
import { wrappedLines } from './wrapped-lines.ts';

test.each([
  ['', 1],
  ['short', 1],
  ['exactly te', 1],
  ['one two three', 2],
  ['one two three four five', 3],
  ['unbreakable', 2],
  ['an unbreakable word', 3],
  ['a 0123456789 b', 3],
])('%j takes %i lines of ten characters', (text, lines) => {
  expect(wrappedLines(text, 10)).toBe(lines);
});
