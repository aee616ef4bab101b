import { expect, test } from 'vitest';
import { tableOf } from './report.ts';
import { resultOf } from './result.ts';

const result = resultOf(
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
  expect(tableOf(result).split('\n').slice(1)).toEqual([
    '  Holdall                                 50.0',
    '  ? Holdall: at least 0.50 × nginx: not measured, nginx is not here',
    '  ! Holdall: at most 40.0 MiB/s: 50.0',
    '',
  ]);
});
