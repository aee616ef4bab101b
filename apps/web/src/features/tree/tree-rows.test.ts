import { treeLimit } from '@holdall/contract/limits';
import { expect, test } from 'vitest';
import type { TreeFolder, TreeLevel } from './tree.queries.ts';
import { openLevels, treeRows, type LoadedLevels } from './tree-rows.ts';

const folder = (id: string, folders = 0): TreeFolder => ({
  id,
  name: id,
  emoji: null,
  color: null,
  items: folders,
  folders_count: folders,
});

const levels = (given: Readonly<Record<string, readonly TreeFolder[]>>): LoadedLevels =>
  new Map(
    Object.entries(given).map(([parent, folders]) => [
      parent === 'top' ? null : parent,
      new Map<number, TreeLevel>([[0, { folders, total: folders.length }]]),
    ]),
  );

const lines = (rows: ReturnType<typeof treeRows>) =>
  rows.map(({ key, level, index, setSize, expanded, above }) =>
    [key, level, `${index + 1}/${setSize}`, expanded, above.join('>')].join(' '),
  );

test('open folders show theirs below them, closed ones and leaves do not', () => {
  const given = levels({
    top: [folder('a', 2), folder('b', 1), folder('c')],
    a: [folder('a1', 1), folder('a2')],
    a1: [folder('a11')],
    b: [folder('b1')],
  });
  expect(lines(treeRows(given, new Set(['a', 'a1', 'c'])))).toEqual([
    'a 1 1/3 true ',
    'a1 2 1/2 true a',
    'a11 3 1/1  a>a1',
    'a2 2 2/2  a',
    'b 1 2/3 false ',
    'c 1 3/3  ',
  ]);
});

test('the top has a row of its own where it can be chosen', () => {
  const rows = treeRows(levels({ top: [folder('a')] }), new Set(), { name: 'Home' });
  expect(lines(rows)).toEqual(['root 1 1/1  ', 'a 2 1/1  ']);
  expect(rows[0]?.folder?.name).toBe('Home');
  expect(treeRows(new Map(), new Set(), { name: 'Home' }), 'nothing is known yet').toEqual([]);
});

test('a folder that stands for the top is above all others', () => {
  const given = levels({ top: [folder('a', 1)], a: [folder('a1')] });
  const rows = treeRows(given, new Set(['a']), { id: 'shared', name: 'Shared', emoji: '🏗️', items: 5 });
  expect(lines(rows)).toEqual(['shared 1 1/1  ', 'a 2 1/1 true shared', 'a1 3 1/1  shared>a']);
  expect(rows[0]?.folder).toMatchObject({ id: 'shared', name: 'Shared', emoji: '🏗️', items: 5 });
});

test('a level with more than one page keeps room for what is not loaded', () => {
  const total = treeLimit * 2 + 5;
  const page = Array.from({ length: treeLimit }, (_, index) => folder(`f${index}`));
  const rows = treeRows(new Map([[null, new Map([[1, { folders: page, total }]])]]), new Set());
  expect(rows.length).toBe(total);
  expect([0, treeLimit, treeLimit * 2].map((at) => rows[at]?.folder?.id)).toEqual([
    undefined,
    'f0',
    undefined,
  ]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(total);
});

test('only what can be seen is open', () => {
  const given = levels({ top: [folder('a', 1)], b: [folder('b1', 1)] });
  expect(openLevels(given, new Set(['a', 'b', 'gone']))).toEqual([null, 'a']);
});

test('a folder that two answers show within itself ends there', () => {
  const given = levels({ top: [folder('a', 1)], a: [folder('b', 1)], b: [folder('a', 1)] });
  expect(treeRows(given, new Set(['a', 'b'])).map(({ level }) => level)).toEqual([1, 2, 3]);
});
