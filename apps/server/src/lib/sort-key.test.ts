import { expect, test } from 'vitest';
import { sortKey } from '#lib/sort-key.ts';

const bytewise = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(sortKey(a)), Buffer.from(sortKey(b)));

test('numbers sort by value, before letters', () => {
  const names = ['Photo 10', 'photo 9', 'Photo 100', 'photo 1', 'Photo', 'photo x', '2', '10', 'a'];
  expect([...names].sort(bytewise)).toEqual([
    '2',
    '10',
    'a',
    'Photo',
    'photo 1',
    'photo 9',
    'Photo 10',
    'Photo 100',
    'photo x',
  ]);
});

test('case and accents do not separate names', () => {
  expect(sortKey('Émile')).toBe(sortKey('emile'));
  expect(bytewise('Žofie', 'zebra')).toBeGreaterThan(0);
  expect(bytewise('eclair', 'Éclat')).toBeLessThan(0);
});

test('leading zeros and digits of other scripts count by value', () => {
  expect(sortKey('007')).toBe(sortKey('7'));
  expect(sortKey('٣')).toBe(sortKey('3'));
});

test('very long numbers still order by length first', () => {
  expect(bytewise(`a${'9'.repeat(20)}`, `a1${'0'.repeat(20)}`)).toBeLessThan(0);
});
