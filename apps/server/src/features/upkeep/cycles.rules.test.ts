import { expect, test } from 'vitest';
import { closersOf } from './cycles.rules.ts';

const items = (...pairs: readonly string[]) =>
  pairs.map((pair) => {
    const [id = '', parent = ''] = pair.split('<');
    return { id, parent_id: parent };
  });
const idsOf = (...pairs: readonly string[]) => closersOf(items(...pairs)).map(({ id }) => id);

test('one of each circle is brought home, and nothing that hangs on it', () => {
  expect(idsOf('a<b', 'b<a', 'c<b', 'd<c')).toEqual(['a']);
  expect(idsOf('d<c', 'c<b', 'b<a', 'a<b')).toEqual(['b']);
  expect(idsOf('a<a')).toEqual(['a']);
  expect(idsOf('a<b', 'b<c', 'c<a', 'x<y', 'y<x', 'z<c')).toEqual(['a', 'x']);
  expect(idsOf()).toEqual([]);
});
