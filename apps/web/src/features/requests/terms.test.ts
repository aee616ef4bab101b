import { expect, test } from 'vitest';
import { deadlineOf, fieldTime, filesOf } from './terms.ts';

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

test('a deadline survives a round trip in the time zone of the device', () => {
  const typed = '2026-12-24T18:30';
  const deadline = deadlineOf(typed);
  expect(deadline).toBe(new Date(2026, 11, 24, 18, 30).toISOString());
  expect(fieldTime(deadline ?? null)).toBe(typed);
  expect([deadlineOf(''), fieldTime(null), deadlineOf('soon')]).toEqual([null, '', undefined]);
});
