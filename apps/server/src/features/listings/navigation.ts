import { treeLimit } from '@holdall/contract/limits';
import type { Db } from '#db/database.ts';
import type { Collection } from '#lib/actor.ts';
import { countTopFolders, listFolders, listFoldersAmong, listFoldersOf } from './navigation.repo.ts';
import type { TreeLevel, TreeNode } from './listings.types.ts';

/** The most folders of the second level that are sent with the first one. */
const maxSecondLevel = 1_000;

/** Returns the first folders whose subfolders fit; those of the others are requested when needed. */
const opened = (nodes: readonly TreeNode[]): string[] => {
  let room = maxSecondLevel;
  return nodes.flatMap(({ id, folders_count: count }) => {
    if (count === 0 || count > room) return [];
    room -= count;
    return [id];
  });
};

/** Adds the direct subfolders to folders, in one query. */
const withFolders = async (db: Db, nodes: readonly TreeNode[]): Promise<TreeLevel['nodes']> => {
  const below = new Map<string, TreeNode[]>();
  const containers = opened(nodes);
  if (containers.length > 0)
    for (const { container_id: parent, ...folder } of await listFoldersOf(db, containers)) {
      const siblings = below.get(parent);
      if (siblings === undefined) below.set(parent, [folder]);
      else siblings.push(folder);
    }
  return nodes.map((folder) => ({ ...folder, folders: below.get(folder.id) ?? [] }));
};

/** Lists the folders of a container and their subfolders, in one query for each level. */
const listTwoLevels = async (db: Db, container: string, offset: number): Promise<TreeLevel['nodes']> =>
  withFolders(db, await listFolders(db, container, { offset, limit: treeLimit }));

/** Lists the top of an account and the level below it. */
export const listTop = async (db: Db, ownerId: string, offset: number): Promise<TreeLevel> => {
  const [total, nodes] = await Promise.all([
    countTopFolders(db, ownerId),
    listTwoLevels(db, ownerId, offset),
  ]);
  return { nodes, total, offset };
};

type Parent = { readonly id: string; readonly items_count: number; readonly files_count: number };

/** Lists the top of the shared folder, like `listTop`. */
export const listSharedTop = async (db: Db, root: Parent, offset: number): Promise<TreeLevel> => ({
  nodes: await listTwoLevels(db, root.id, offset),
  total: root.items_count - root.files_count,
  offset,
});

/** Lists the folders of a collection, like `listTop`. */
export const listCollectionTop = async (
  db: Db,
  { members }: Collection,
  offset: number,
): Promise<TreeLevel> => {
  const folders = await listFoldersAmong(db, [...members.keys()]);
  const nodes = await withFolders(db, folders.slice(offset, offset + treeLimit));
  return { nodes, total: folders.length, offset };
};

/** Lists the subfolders of one folder. */
export const listBelow = async (db: Db, parent: Parent, offset: number): Promise<TreeLevel> => {
  const nodes = await listFolders(db, parent.id, { offset, limit: treeLimit });
  return {
    nodes: nodes.map((folder) => ({ ...folder, folders: [] })),
    total: parent.items_count - parent.files_count,
    offset,
  };
};
