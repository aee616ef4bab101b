import { expect, test } from 'vitest';
import { diffOfLines } from './line-diff.ts';

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join('');

test('a changed line is removed and added, with the numbers of both texts', () => {
  expect(diffOfLines('a\nb\nc\n', 'a\nB\nB2\nc\n')).toEqual([
    { kind: 'same', text: 'a', before: 1, after: 1 },
    { kind: 'removed', text: 'b', before: 2 },
    { kind: 'added', text: 'B', after: 2 },
    { kind: 'added', text: 'B2', after: 3 },
    { kind: 'same', text: 'c', before: 3, after: 4 },
  ]);
});

test('lines far from a change are left out, and counted', () => {
  const before = numbered(1, 30);
  const rows = diffOfLines(before, before.replace('line 15\n', 'changed\n'));
  expect(rows?.map((row) => (row.kind === 'gap' ? row.count : row.text))).toEqual([
    11,
    'line 12',
    'line 13',
    'line 14',
    'line 15',
    'changed',
    'line 16',
    'line 17',
    'line 18',
    12,
  ]);
});

test('a single line is shown rather than a gap', () => {
  const rows = diffOfLines(numbered(1, 5), `${numbered(1, 4)}changed\n`);
  expect(rows?.map(({ kind }) => kind)).toEqual(['same', 'same', 'same', 'same', 'removed', 'added']);
});

test('texts that are the same have no rows', () => {
  expect(diffOfLines('a\nb\n', 'a\nb\n')).toEqual([]);
  expect(diffOfLines('', '')).toEqual([]);
});

test('line ends of Windows are no part of a line', () => {
  expect(diffOfLines('a\r\nb\r\n', 'a\r\nc\r\n')?.map((row) => row.kind !== 'gap' && row.text)).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test('texts that differ in their line ends alone are the same, and otherwise only what differs is shown', () => {
  expect(diffOfLines('a\r\nb\r\n', 'a\nb\n')).toEqual([]);
  expect(diffOfLines('a\r\nb\r\n', 'a\nc\n')?.map(({ kind }) => kind)).toEqual(['same', 'removed', 'added']);
});

test('the search for changes is bounded', () => {
  const alien = (letter: string): string =>
    Array.from({ length: 6_000 }, (_, at) => `${letter}${at}\n`).join('');
  expect(diffOfLines(alien('a'), alien('b'))).toBeUndefined();
});
