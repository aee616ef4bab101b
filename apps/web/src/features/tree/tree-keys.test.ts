import { expect, test } from 'vitest';
import { treeKeyAction } from './tree-keys.ts';
import type { TreeRow } from './tree-rows.ts';

const row = (name: string, level: number, expanded?: boolean): TreeRow => ({
  key: name,
  folder: {
    id: name,
    name,
    emoji: null,
    color: null,
    items: 0,
    folders_count: expanded === undefined ? 0 : 1,
  },
  above: [],
  parentId: null,
  index: 0,
  setSize: 1,
  level,
  expanded,
});

/** Alpha (open: Anna, Bert) · Beta (closed) · Émile */
const rows = [row('Alpha', 1, true), row('Anna', 2), row('Bert', 2), row('Beta', 1, false), row('Émile', 1)];
const press = (key: string, at: number) => {
  const action = treeKeyAction(key, rows, at);
  if (!action) return 'nothing';
  return action.type === 'move' ? (rows[action.to]?.key ?? 'nowhere') : `${action.type} ${action.row.key}`;
};

test.each([
  ['ArrowDown', 0, 'Anna'],
  ['ArrowDown', -1, 'Alpha'],
  ['ArrowDown', 4, 'Émile'],
  ['ArrowUp', 0, 'Alpha'],
  ['ArrowUp', 3, 'Bert'],
  ['Home', 3, 'Alpha'],
  ['End', 0, 'Émile'],
  ['ArrowRight', 3, 'expand Beta'],
  ['ArrowRight', 0, 'Anna'],
  ['ArrowRight', 1, 'nothing'],
  ['ArrowLeft', 0, 'collapse Alpha'],
  ['ArrowLeft', 2, 'Alpha'],
  ['ArrowLeft', 3, 'Beta'],
  ['Enter', 2, 'open Bert'],
  [' ', 3, 'open Beta'],
  ['*', 4, 'expand-siblings Émile'],
  ['b', 0, 'Bert'],
  ['b', 2, 'Beta'],
  ['B', 3, 'Bert'],
  ['é', 0, 'Émile'],
  ['x', 0, 'nothing'],
  ['F2', 0, 'nothing'],
  ['Tab', 0, 'nothing'],
  ['Escape', 0, 'nothing'],
])('%s on row %i: %s', (key, at, expected) => expect(press(key, at)).toBe(expected));

test('an empty tree has no keys', () => expect(treeKeyAction('ArrowDown', [], -1)).toBeUndefined());

test('an open folder whose folders are still loading leads nowhere', () =>
  expect(treeKeyAction('ArrowRight', [row('Alpha', 1, true), row('Beta', 1)], 0)).toBeUndefined());
