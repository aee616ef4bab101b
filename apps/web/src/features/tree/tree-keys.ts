import type { TreeRow } from './tree-rows.ts';

/** An action of a key in a tree. */
export type TreeKeyAction =
  | { readonly type: 'move'; readonly to: number }
  | { readonly type: 'expand' | 'collapse' | 'open'; readonly row: TreeRow }
  | { readonly type: 'expand-siblings'; readonly row: TreeRow };

const parentOf = (rows: readonly TreeRow[], at: number): number => {
  const level = rows[at]?.level ?? 1;
  for (let index = at - 1; index >= 0; index -= 1) if ((rows[index]?.level ?? 0) < level) return index;
  return at;
};

const byLetter = (rows: readonly TreeRow[], at: number, letter: string): number | undefined => {
  const wanted = letter.toLocaleLowerCase();
  for (let step = 1; step <= rows.length; step += 1) {
    const index = (at + step) % rows.length;
    if (rows[index]?.folder?.name.toLocaleLowerCase().startsWith(wanted)) return index;
  }
  return undefined;
};

/**
 * The keyboard of a tree (ARIA's pattern): arrows move, open and close, Home and End go to the ends, * opens all
 * folders beside it, a letter goes to the next folder that begins with it.
 * @param at the active row, -1 for none.
 * @returns undefined for keys that are not the tree's.
 */
export const treeKeyAction = (
  key: string,
  rows: readonly TreeRow[],
  at: number,
): TreeKeyAction | undefined => {
  const row = rows[at];
  const to = (index: number): TreeKeyAction => ({
    type: 'move',
    to: Math.max(0, Math.min(index, rows.length - 1)),
  });
  if (rows.length === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(at - 1);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      if (row?.expanded === false) return { type: 'expand', row };
      return row?.expanded && (rows[at + 1]?.level ?? 0) > row.level ? to(at + 1) : undefined;
    case 'ArrowLeft':
      if (row?.expanded) return { type: 'collapse', row };
      return row && to(parentOf(rows, at));
    case 'Enter':
    case ' ':
      return row?.folder && { type: 'open', row };
    case '*':
      return row && { type: 'expand-siblings', row };
    default:
      return letterAction(key, rows, at);
  }
};

const letterAction = (key: string, rows: readonly TreeRow[], at: number): TreeKeyAction | undefined => {
  if (!/^.$/u.test(key)) return undefined;
  const to = byLetter(rows, at, key);
  return to === undefined ? undefined : { type: 'move', to };
};
