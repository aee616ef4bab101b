import { expect, test } from 'vitest';
import { emojiBeside } from './emoji-rows.ts';
import { offeredGroups, searchEmoji } from './emoji-search.ts';

const groups = offeredGroups([
  {
    label: 'Smileys',
    sheet: 'smileys',
    emoji: [
      ['🥴', 'Woozy face', 'intoxicated'],
      ['😺', 'Grinning cat', 'animal'],
      ['😽', 'Kissing cat with closed eyes', ''],
    ],
  },
  {
    label: 'Animals',
    sheet: 'animals',
    emoji: [
      ['🐱', 'Face', 'cat pet'],
      ['🐈', 'Cat', 'pet'],
      ['🐛', 'Caterpillar', 'été'],
      ['🦁', 'Lion', 'cats'],
      ['📍', 'Pin', 'location'],
    ],
  },
]);
const found = (query: string) => searchEmoji(groups, query).map(({ emoji }) => emoji);

test('whole words come before parts of words, names before tags, short names before long ones', () => {
  expect(found('cat')).toEqual(['🐈', '😺', '😽', '🐱', '🐛', '🦁', '📍', '🥴']);
});

test('every word of a query must match, regardless of case and diacritics', () => {
  expect(found('CAT kiss')).toEqual(['😽']);
  expect(found('cat zebra')).toEqual([]);
  expect(found('ete')).toEqual(['🐛']);
  expect(found('Été')).toEqual(['🐛']);
  expect(found(' ')).toEqual([]);
});

test('a short query lists a limited number of emoji', () => {
  const many = Array.from({ length: 500 }, (_none, at) => [`${at}`, 'Apple', ''] as const);
  expect(searchEmoji(offeredGroups([{ label: 'A', sheet: 'a', emoji: many }]), 'a')).toHaveLength(180);
});

test('keys move along a row, and from row to row across groups', () => {
  const grid = [13, 4].map((length, group) => ({
    emoji: Array.from({ length }, (_none, at) => ({ emoji: `${group}-${at}`, label: '', sheet: '' })),
  }));
  const from = (emoji: string, ...keys: string[]) =>
    keys.reduce<string | undefined>((at, key) => at && emojiBeside(grid, at, key), emoji);
  expect(from('0-0', 'ArrowRight', 'ArrowDown')).toBe('0-10');
  expect(from('0-8', 'ArrowRight')).toBe('0-9');
  expect(from('0-7', 'ArrowDown')).toBe('0-12');
  expect(from('0-12', 'ArrowDown')).toBe('1-3');
  expect(from('1-1', 'ArrowUp', 'ArrowUp')).toBe('0-1');
  expect(from('0-3', 'End')).toBe('0-8');
  expect(from('0-3', 'Home')).toBe('0-0');
  expect(from('0-3', 'ArrowUp')).toBeUndefined();
  expect(from('0-3', 'x')).toBeUndefined();
});
