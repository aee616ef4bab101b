import { expect, test } from 'vitest';
import { filesOf } from './terms.ts';

test.each([
  ['', null],
  [' 3 ', 3],
  ['100000', 100_000],
  ['100001', undefined],
  ['0', undefined],
  ['1.5', undefined],
  ['-1', undefined],
  ['many', undefined],
])('the input %j is parsed as %j files', (typed, files) => {
  expect(filesOf(typed)).toBe(files);
});
