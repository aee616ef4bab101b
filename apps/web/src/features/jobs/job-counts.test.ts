import { expect, test } from 'vitest';
import { countsByKind } from './job-counts.ts';

test('each kind has one row: the known kinds in their order, even without jobs, and then the others', () => {
  const lines = countsByKind([
    { kind: 'zz', state: 'waiting', count: 1 },
    { kind: 'mail', state: 'dead', count: 2 },
    { kind: 'mail', state: 'done', count: 40 },
    { kind: 'aa', state: 'running', count: 3 },
  ]);
  expect(lines.map(({ kind }) => kind)).toEqual([
    'mail',
    'thumbnails.make',
    'purge',
    'user-deletion',
    'metering',
    'aa',
    'zz',
  ]);
  expect(lines[0]).toEqual({ kind: 'mail', waiting: 0, running: 0, done: 40, dead: 2 });
});
