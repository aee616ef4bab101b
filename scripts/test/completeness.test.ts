import { expect, test } from 'vitest';
import { missing, triedAgain } from './completeness.ts';

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

test('a test that passed only when it was tried again is a failure', () => {
  expect(triedAgain(tallies)).toEqual({});
  expect(
    triedAgain({ ...tallies, e2e: { passed: 2, failed: 0, skipped: 0, retried: ['a folder opens'] } }),
  ).toEqual({
    'e2e: 1 tried again': failed,
  });
});
