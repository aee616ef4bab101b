import { expect, test } from 'vitest';
import { sum, summaryLines } from './summary.ts';

const tallies = {
  unit: { passed: 10, failed: 0, skipped: 1 },
  web: { passed: 5, failed: 2, skipped: 0 },
};

test('sums all projects', () => {
  expect(sum(tallies)).toEqual({ passed: 15, failed: 2, skipped: 1 });
  expect(sum({})).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

test('names tests that passed only when they were retried', () => {
  const journeys = { passed: 2, failed: 0, skipped: 0, retried: ['e2e/files.spec.ts > a folder opens'] };
  expect(summaryLines({ ...tallies, e2e: journeys }).slice(3)).toEqual([
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
      '  web  0 passed, 1 failed, 0 skipped',
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
  expect(summaryLines(tallies).slice(0, 2)).toEqual([
    '  unit  10 passed, 0 failed, 1 skipped',
    '  web   5 passed, 2 failed, 0 skipped',
  ]);
});
