import { expect, test } from 'vitest';
import { drawnEntries } from './drawn-entries.ts';
import { entryNamed } from '../testing/entries.ts';

test('every row has a unique key, even if an entry occurs twice', () => {
  const [a, b] = [entryNamed('a'), entryNamed('b')];
  const entries = [a, b, undefined, b];
  expect(drawnEntries({ entryAt: (index) => entries[index] }, 0, 3)).toEqual([
    { index: 0, key: 'id-a', entry: a },
    { index: 1, key: 'id-b', entry: b },
    { index: 2, key: 2, entry: undefined },
    { index: 3, key: 3, entry: b },
  ]);
  expect(drawnEntries({ entryAt: () => a }, 5, 4)).toEqual([]);
});
