import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import type { TreeNode } from './listings.types.ts';

const node = (db: Db) =>
  db
    .selectFrom('items')
    .select(['id', 'name', 'emoji', 'color', 'items_count as items'])
    .select(sql<number>`items_count - files_count`.as('folders_count'))
    .where('type', '=', 'folder')
    .where('deleted_at', 'is', null);

/** Lists the folders of one container by name. */
export const listFolders = (
  db: Db,
  container: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<TreeNode[]> =>
  node(db)
    .where('container_id', '=', container)
    .orderBy('sort_key')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();

/** Lists all folders of some containers by name. */
export const listFoldersOf = (
  db: Db,
  containers: readonly string[],
): Promise<(TreeNode & { container_id: string })[]> =>
  node(db)
    .select('container_id')
    .where(isOneOf(db, 'container_id', containers))
    .orderBy('sort_key')
    .orderBy('id')
    .execute();

/** Lists the folders among some items by name. */
export const listFoldersAmong = (db: Db, ids: readonly string[]): Promise<TreeNode[]> =>
  node(db)
    .where(isOneOf(db, 'id', ids))
    .orderBy('sort_key')
    .orderBy('id')
    .execute();

/** Counts the folders at the top of an account. */
export const countTopFolders = async (db: Db, ownerId: string): Promise<number> => {
  const row = await db
    .selectFrom('users')
    .select(sql<number>`items_count - files_count`.as('folders'))
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return row.folders;
};
