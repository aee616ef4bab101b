import { treeLimit } from '@holdall/contract/limits';
import type { TreeFolder, TreeLevel } from './tree.queries.ts';

/** The pages of the tree that are loaded: of a folder (null: the top), by their number. */
export type LoadedLevels = ReadonlyMap<string | null, ReadonlyMap<number, TreeLevel>>;

/** A line of the tree. */
export interface TreeRow {
  readonly key: string;
  /** Undefined as long as its page is not loaded. */
  readonly folder: TreeFolder | undefined;
  /** The folders above it, from the top. */
  readonly above: readonly string[];
  readonly parentId: string | null;
  /** Its place among the folders of its parent, from 0. */
  readonly index: number;
  /** Number of folders in its parent. */
  readonly setSize: number;
  /** From 1. */
  readonly level: number;
  /** Undefined where there is nothing to expand. */
  readonly expanded: boolean | undefined;
}

/** The top of an account as a row of its own; its id is no folder's. */
export const topId = 'root';

/** The name and look of the top; the top of an account is no folder. */
export type TreeTop = Pick<TreeFolder, 'name'> & Partial<Omit<TreeFolder, 'folders_count'>>;

const topRow = (top: TreeTop, folders: number): TreeRow => ({
  key: top.id ?? topId,
  // The number of files at the top of an account is not known here.
  folder: { id: topId, emoji: null, color: null, items: folders, folders_count: folders, ...top },
  above: [],
  parentId: null,
  index: 0,
  setSize: 1,
  level: 1,
  expanded: undefined,
});

/**
 * Returns the visible rows of the tree, from top to bottom.
 *
 * @param top where it has a row of its own, which is always open
 */
export const treeRows = (levels: LoadedLevels, expanded: ReadonlySet<string>, top?: TreeTop): TreeRow[] => {
  const rows: TreeRow[] = [];
  const add = (parentId: string | null, level: number, above: readonly string[]): void => {
    const pages = levels.get(parentId);
    const setSize = pages?.values().next().value?.total ?? 0;
    for (let index = 0; index < setSize; index += 1) {
      const folder = pages?.get(Math.floor(index / treeLimit))?.folders[index % treeLimit];
      const key = folder?.id ?? `${parentId ?? 'root'} ${index}`;
      const isOpen = folder && folder.folders_count > 0 ? expanded.has(folder.id) : undefined;
      rows.push({ key, folder, above, parentId, index, setSize, level, expanded: isOpen });
      // Levels that are loaded one after the other may show a folder that has just moved within itself.
      if (folder && isOpen && !above.includes(folder.id)) add(folder.id, level + 1, [...above, folder.id]);
    }
  };
  const total = levels.get(null)?.values().next().value?.total;
  if (top !== undefined && total !== undefined) rows.push(topRow(top, total));
  add(null, top === undefined ? 1 : 2, top?.id === undefined ? [] : [top.id]);
  return rows;
};

/** The folders whose folders are seen, the top (null) first. */
export const openLevels = (levels: LoadedLevels, expanded: ReadonlySet<string>): (string | null)[] => [
  null,
  ...treeRows(levels, expanded).flatMap(({ folder, expanded: isOpen }) =>
    folder && isOpen ? folder.id : [],
  ),
];
