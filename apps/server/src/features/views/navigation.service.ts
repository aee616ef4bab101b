import { treeLimit } from '@holdall/contract/views';
import type { Db } from '#db/database.ts';
import { countTopFolders, listFolders, listFoldersOf } from './navigation.repo.ts';
import type { TreeLevel, TreeNode } from './views.types.ts';

/** Folders of the second level that come with the first one. */
const mostBelow = 1_000;

/** The first folders whose own folders can all be sent along; those of the others are asked for when wanted. */
const opened = (nodes: readonly TreeNode[]): string[] => {
  let room = mostBelow;
  return nodes.flatMap(({ id, folders_count: count }) => {
    if (count === 0 || count > room) return [];
    room -= count;
    return [id];
  });
};

/** The top of an account with what lies below it, in two queries whatever it holds. */
export const listTop = async (db: Db, ownerId: string, offset: number): Promise<TreeLevel> => {
  const [total, nodes] = await Promise.all([
    countTopFolders(db, ownerId),
    listFolders(db, ownerId, { offset, limit: treeLimit }),
  ]);
  const below = new Map<string, TreeNode[]>();
  const containers = opened(nodes);
  if (containers.length > 0)
    for (const { container_id: container, ...folder } of await listFoldersOf(db, containers)) {
      const siblings = below.get(container);
      if (siblings === undefined) below.set(container, [folder]);
      else siblings.push(folder);
    }
  return {
    nodes: nodes.map((folder) => ({ ...folder, folders: below.get(folder.id) ?? [] })),
    total,
    offset,
  };
};

/** The folders of one folder. */
export const listBelow = async (
  db: Db,
  parent: { readonly id: string; readonly items_count: number; readonly files_count: number },
  offset: number,
): Promise<TreeLevel> => {
  const nodes = await listFolders(db, parent.id, { offset, limit: treeLimit });
  return {
    nodes: nodes.map((folder) => ({ ...folder, folders: [] })),
    total: parent.items_count - parent.files_count,
    offset,
  };
};
