import { expect, test } from 'vitest';
import { sum, summaryLines } from './summary.ts';

const tallies = {
  unit: { passed: 10, failed: 0, skipped: 1, seconds: 61.6 },
  web: { passed: 5, failed: 2, skipped: 0 },
};

test('sums all projects', () => {
  expect(sum(tallies)).toEqual({ passed: 15, failed: 2, skipped: 1 });
  expect(sum({})).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

test('names tests that passed only when they were retried', () => {
  const journeys = { passed: 2, failed: 0, skipped: 0, retried: ['e2e/files.spec.ts > a folder opens'] };
  expect(summaryLines({ ...tallies, e2e: journeys }).slice(4)).toEqual([
    '',
    'Passed only when tried again:',
    '  e2e: e2e/files.spec.ts > a folder opens',
    '',
    '17 passed, 2 failed, 1 skipped',
  ]);
});

test('names failed tests with their reason, next to the sum', () => {
  const failures = ['apps/web/src/a.test.ts > adds\n  expected 2 to be 3\n  at apps/web/src/a.test.ts:4:2'];
  expect(summaryLines({ web: { passed: 0, failed: 1, skipped: 0, failures } }).join('\n')).toBe(
    [
      '  Project  Tests  Seconds  Failed  Skipped  Second tries',
      '  web          1        0       1        0             0',
      '',
      'Failed:',
      '  web: apps/web/src/a.test.ts > adds',
      '      expected 2 to be 3',
      '      at apps/web/src/a.test.ts:4:2',
      '',
      '0 passed, 1 failed, 0 skipped',
    ].join('\n'),
  );
});

test('closes with the sum alone on its line', () => {
  expect(summaryLines(tallies).at(-1)).toBe('15 passed, 2 failed, 1 skipped');
});

test('shows the figures of each project, second tries included', () => {
  const journeys = { passed: 2, failed: 0, skipped: 0, seconds: 7, retried: ['a folder opens'] };
  expect(summaryLines({ ...tallies, e2e: journeys }).slice(0, 4)).toEqual([
    '  Project  Tests  Seconds  Failed  Skipped  Second tries',
    '  unit        11       62       0        1             0',
    '  web          7        0       2        0             0',
    '  e2e          2        7       0        0             1',
  ]);
});
