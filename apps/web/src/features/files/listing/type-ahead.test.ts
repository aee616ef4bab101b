import { expect, test } from 'vitest';
import { createTypeAhead, findByName, isLetter } from './type-ahead.ts';

const names = ['Alpha', 'Beta', 'Böhm', 'beach', undefined, 'Gamma'];
const find = (typed: string, from: number) =>
  findByName(typed, { count: names.length, from, nameAt: (index) => names[index] });

test('one letter moves to the next name that begins with it, wrapping around', () => {
  expect([find('b', -1), find('b', 1), find('b', 2), find('b', 3), find('B', 1)]).toEqual([1, 2, 3, 1, 2]);
});

test('more letters stay while they match; accents and case do not matter', () => {
  expect([find('be', 1), find('bea', 1), find('boh', 1), find('zz', 1)]).toEqual([1, 3, 2, undefined]);
});

test('function and editing keys are no letters', () => {
  expect(['a', 'ß', '7', ' ', '😀'].map(isLetter)).toEqual([true, true, true, true, true]);
  expect(['F5', 'F12', 'Tab', 'Dead', ''].map(isLetter)).toEqual([false, false, false, false, false]);
});

test('a pause starts a new word', () => {
  let time = 0;
  const typing = createTypeAhead(() => time);
  expect(typing.add('b')).toBe('b');
  time = 400;
  expect(typing.active()).toBe(true);
  expect(typing.add('e')).toBe('be');
  time = 901;
  expect(typing.active()).toBe(false);
  expect(typing.add('g')).toBe('g');
});
