import { expect, test } from 'vitest';
import { entryNamed } from '../testing/entries.ts';
import { assignSlots, ownedInOrder } from './row-slots.ts';

const slots = (keys: string) => new Map(keys.split('').map((key, slot) => [key, slot]));

/** Returns the keys in the order of their slots, and a gap for a slot that none has. */
const elements = (before: string, keys: string, inUse = ''): string => {
  const bySlot = new Map(
    [...assignSlots(slots(before), keys.split(''), new Set(inUse))].map(([key, at]) => [at, key]),
  );
  return Array.from({ length: Math.max(...bySlot.keys()) + 1 }, (_, slot) => bySlot.get(slot) ?? '-').join(
    '',
  );
};

test.each([
  ['abcd', 'bcde', 'ebcd'],
  ['ebcd', 'cdef', 'efcd'],
  ['efcd', 'bcde', 'ebcd'],
  ['abcd', 'wxyz', 'wxyz'],
])('rows that come take the slots of those that go: %s, then %s', (before, keys, after) => {
  expect(elements(before, keys)).toBe(after);
});

test('a row that moves within what is drawn keeps its slot', () => {
  expect(elements('abcd', 'xabc')).toBe('abcx');
  expect(elements('abcd', 'dcba')).toBe('abcd');
});

test('the slot of a row in use is given up', () => {
  expect(elements('abcd', 'bcde', 'a')).toBe('-bcde');
  expect(elements('abcd', 'cdef', 'a')).toBe('-ecdf');
});

test('rows that are owned in another order than that of their elements are named', () => {
  const row = (index: number, slot: number, isLoaded = true) => ({
    index,
    slot,
    key: index,
    entry: isLoaded ? entryNamed(`${index}`) : undefined,
  });
  const idOf = (index: number): string => `row-${index}`;
  expect(ownedInOrder([row(4, 0), row(5, 1)], idOf)).toBeUndefined();
  expect(ownedInOrder([row(6, 0), row(4, 1), row(5, 2)], idOf)).toBe('row-4 row-5 row-6');
  expect(ownedInOrder([row(6, 0, false), row(4, 1), row(5, 2)], idOf)).toBeUndefined();
});
