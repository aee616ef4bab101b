import { expect, test } from 'vitest';
import { missing } from './completeness.ts';

const failed = { passed: 0, failed: 1, skipped: 0 };
const tallies = {
  unit: { passed: 10, failed: 0, skipped: 0 },
  web: { passed: 5, failed: 0, skipped: 2 },
};

test('nothing is missing where every project ran', () => {
  expect(missing(tallies, { projects: ['unit', 'web'], skipsNothing: false })).toEqual({});
  expect(missing(tallies, { projects: ['unit'], skipsNothing: true })).toEqual({});
});

test('a project without tests has failed', () => {
  expect(missing(tallies, { projects: ['unit', 'postgres'], skipsNothing: false })).toEqual({
    'postgres: no test ran': failed,
  });
});

test('in CI a skipped test is a failure', () => {
  expect(missing(tallies, { projects: ['unit', 'web'], skipsNothing: true })).toEqual({
    'web: 2 skipped, and in CI nothing is': failed,
  });
});
