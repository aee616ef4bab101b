import { expect, test } from 'vitest';
import type { Comparison } from './comparison.ts';
import { resultOf, tableOf } from './result.ts';

const comparison: Comparison = {
  name: 'Upload',
  unit: 'MiB/s',
  reference: 'nginx',
  entrants: [],
  targets: [
    { of: 'Holdall', figure: 'ratio', than: 'nginx', side: 'at least', limit: 0.5 },
    { of: 'Holdall', figure: 'ratio', than: 'Apache', side: 'at least', limit: 1 },
    { of: 'Holdall', figure: 'cpu', side: 'at most', limit: 3 },
    { of: 'Holdall', figure: 'value', side: 'at least', limit: 100 },
  ],
};

const scores = new Map([
  ['Holdall', [60, 50, 6].map((value) => ({ value, cpuSeconds: 2 }))],
  ['nginx', [100, 100, 10].map((value) => ({ value }))],
]);

test('entrants are compared round by round', () => {
  const { entrants } = resultOf(comparison, scores);
  expect(entrants.map(({ name, value, ratio, cpuSeconds }) => [name, value, ratio, cpuSeconds])).toEqual([
    ['Holdall', 50, 0.6, 2],
    ['nginx', 100, 1, undefined],
  ]);
});

test('a target is met, missed, or unknown', () => {
  const { targets } = resultOf(comparison, scores);
  expect(targets.map(({ measured, isMet }) => [measured, isMet])).toEqual([
    [0.6, true],
    [undefined, undefined],
    [2, true],
    [50, false],
  ]);
});

const uploads = resultOf(
  {
    name: 'Upload',
    unit: 'MiB/s',
    reference: 'nginx',
    entrants: [],
    targets: [
      { of: 'Holdall', figure: 'ratio', than: 'nginx', side: 'at least', limit: 0.5 },
      { of: 'Holdall', figure: 'value', side: 'at most', limit: 40 },
    ],
  },
  new Map([['Holdall', [{ value: 50 }]]]),
);

test('a target against a missing server is reported as not measured; the others are judged', () => {
  expect(tableOf(uploads).split('\n').slice(1)).toEqual([
    '  Holdall                                 50.0',
    '  ? Holdall: at least 0.50 × nginx: not measured, nginx is not here',
    '  ! Holdall: at most 40.0 MiB/s: 50.0',
    '',
  ]);
});
