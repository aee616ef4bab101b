import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';

/** A folder and its counts. */
export interface Branch {
  readonly id: string;
  readonly container_id: string;
  readonly sort_key: string;
  /** Number of its live direct subfolders. */
  readonly folders: number;
  /** Number of its live direct items. */
  readonly items_count: number;
  /** Number of its live direct files. */
  readonly files_count: number;
  /** Bytes of its live direct files. */
  readonly files_size: number;
}

const branches = (db: Db) =>
  db
    .selectFrom('items')
    .select([
      'id',
      'container_id',
      'sort_key',
      'items_count',
      'files_count',
      'files_size',
      sql<number>`items_count - files_count`.as('folders'),
    ])
    .where('type', '=', 'folder');

/** Lists the folders among these items, in the trash or not. */
export const listBranches = (db: Db, ids: readonly string[]): Promise<Branch[]> =>
  branches(db)
    .where(isOneOf(db, 'id', ids))
    .execute();

/** Lists all live direct subfolders of several folders. */
export const listBranchesIn = (db: Db, containers: readonly string[]): Promise<Branch[]> =>
  branches(db)
    .where(isOneOf(db, 'container_id', containers))
    .where('deleted_at', 'is', null)
    .execute();

/** Lists the next live direct subfolders of one folder. @param after the last known one */
export const listBranchesAfter = (
  db: Db,
  container: string,
  { after, limit }: { after: Branch | undefined; limit: number },
): Promise<Branch[]> => {
  const next = branches(db).where('container_id', '=', container).where('deleted_at', 'is', null);
  return (
    after === undefined ? next : next.where(sql<boolean>`(sort_key, id) > (${after.sort_key}, ${after.id})`)
  )
    .orderBy('sort_key')
    .orderBy('id')
    .limit(limit)
    .execute();
};
