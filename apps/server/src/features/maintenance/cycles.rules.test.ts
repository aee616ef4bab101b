import { expect, test } from 'vitest';
import { areReachable, cycleBreakersOf } from './cycles.rules.ts';

const items = (...pairs: readonly string[]) =>
  pairs.map((pair) => {
    const [id = '', parent = ''] = pair.split('<');
    return { id, parent_id: parent };
  });
const idsOf = (...pairs: readonly string[]) => cycleBreakersOf(items(...pairs)).map(({ id }) => id);

test('one folder of each cycle is moved to the top, and nothing below it', () => {
  expect(idsOf('a<b', 'b<a', 'c<b', 'd<c')).toEqual(['a']);
  expect(idsOf('d<c', 'c<b', 'b<a', 'a<b')).toEqual(['b']);
  expect(idsOf('a<a')).toEqual(['a']);
  expect(idsOf('a<b', 'b<c', 'c<a', 'x<y', 'y<x', 'z<c')).toEqual(['a', 'x']);
  expect(idsOf()).toEqual([]);
});

test('folders are reachable if a path leads from each of them to the top', () => {
  const folders = (top: string, ...pairs: readonly string[]) => [
    { id: top, parent_id: null },
    ...items(...pairs),
  ];
  expect(areReachable(folders('a', 'b<a', 'c<b', 'd<a'))).toBe(true);
  expect(areReachable(folders('a', 'b<a', 'x<y', 'y<x'))).toBe(false);
  expect(areReachable(folders('a', 'b<gone'))).toBe(false);
  expect(areReachable([])).toBe(true);
});
