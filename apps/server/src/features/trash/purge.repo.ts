import type { Category } from '@holdall/contract/files';
import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';

/** Which part of the trash is to be deleted for good. */
export interface TrashPart {
  readonly ownerId: string;
  /** Only what was put there before, in milliseconds since 1970; undefined: everything. */
  readonly before: number | undefined;
  readonly now: number;
  /** Entries at the most. */
  readonly limit: number;
}

/** Marks entries of the trash as deleted for good; nothing holds them any more. @returns how many */
export const markPurged = async (trx: Trx, { ownerId, before, now, limit }: TrashPart): Promise<number> => {
  const { numUpdatedRows } = await trx
    .updateTable('items')
    .set({ purged_at: now, parent_id: null })
    .where('id', 'in', (eb) => {
      const entries = eb
        .selectFrom('items')
        .select('id')
        .where('owner_id', '=', ownerId)
        .where('deleted_at', 'is not', null)
        .where('purged_at', 'is', null)
        .limit(limit);
      return before === undefined ? entries : entries.where('deleted_at', '<', before);
    })
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** Marks what stands at the top of an account as deleted for good. @returns how many */
export const markTopPurged = async (
  trx: Trx,
  { ownerId, now, limit }: Omit<TrashPart, 'before'>,
): Promise<number> => {
  const { numUpdatedRows } = await trx
    .updateTable('items')
    .set({ deleted_at: now, purged_at: now, parent_id: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('items')
        .select('id')
        .where('container_id', '=', ownerId)
        .where('deleted_at', 'is', null)
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** Records that nothing is left at the top of an account. */
export const clearTop = async (trx: Trx, ownerId: string): Promise<void> => {
  await trx
    .updateTable('users')
    .set({ items_count: 0, files_count: 0, files_size: 0 })
    .where('id', '=', ownerId)
    .execute();
};

/** Whether an account has any item, whatever became of it. */
export const hasItems = async (db: Db, ownerId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('items')
    .select('id')
    .where('owner_id', '=', ownerId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** Somebody whose trash holds what was put there before a time; undefined where there is nobody. */
export const findOwnerOfOldTrash = async (db: Db, before: number): Promise<string | undefined> => {
  const row = await db
    .selectFrom('items')
    .select('owner_id')
    .where('deleted_at', '<', before)
    .where('deleted_at', 'is not', null)
    .where('purged_at', 'is', null)
    .orderBy('deleted_at')
    .limit(1)
    .executeTakeFirst();
  return row?.owner_id;
};

export interface PurgedItem {
  readonly id: string;
  readonly type: 'folder' | 'file';
}

/** Items that somebody deleted for good and that are still there, the first ones first. */
export const listPurged = (db: Db, ownerId: string, limit: number): Promise<PurgedItem[]> =>
  db
    .selectFrom('items')
    .select(['id', 'type'])
    .where('owner_id', '=', ownerId)
    .where('purged_at', 'is not', null)
    .orderBy('purged_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Whose items were deleted for good and are still there. It goes from owner to owner, however much each has. */
export const listOwnersOfPurged = async (db: Db): Promise<string[]> => {
  const purged = sql`from items where purged_at is not null`;
  const { rows } = await sql<{ owner_id: string }>`
    with recursive owners (owner_id) as (
      select (select min(owner_id) ${purged})
      union all
      select (select min(items.owner_id) ${purged} and items.owner_id > owners.owner_id)
        from owners where owners.owner_id is not null
    )
    select owner_id from owners where owner_id is not null`.execute(db);
  return rows.map(({ owner_id: ownerId }) => ownerId);
};

/** Lets entries of the trash survive the folder that they were deleted from. @returns how many there were */
export const releaseEntries = async (trx: Trx, folderId: string, limit: number): Promise<number> => {
  const { numUpdatedRows } = await trx
    .updateTable('items')
    .set({ parent_id: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('items')
        .select('id')
        .where('parent_id', '=', folderId)
        .where('deleted_at', 'is not', null)
        .limit(limit),
    )
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** Makes folders in a folder that was deleted for good stand for themselves. @returns how many */
export const detachFolders = async (
  trx: Trx,
  folderId: string,
  { now, limit }: { now: number; limit: number },
): Promise<number> => {
  const { numUpdatedRows } = await trx
    .updateTable('items')
    .set({ parent_id: null, deleted_at: now, purged_at: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('items')
        .select('id')
        .where('container_id', '=', folderId)
        .where('type', '=', 'folder')
        .where('deleted_at', 'is', null)
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

export interface DeletedFile {
  readonly blob_id: string | null;
  /** Bytes. */
  readonly size: number;
  readonly category: Category | null;
}

/** Deletes files in a folder that was deleted for good. */
export const deleteFilesIn = (trx: Trx, folderId: string, limit: number): Promise<DeletedFile[]> =>
  trx
    .deleteFrom('items')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('items')
        .select('id')
        .where('container_id', '=', folderId)
        .where('type', '=', 'file')
        .where('deleted_at', 'is', null)
        .limit(limit),
    )
    .returning(['blob_id', 'size', 'category'])
    .execute();

/** Deletes files that were deleted for good themselves. */
export const deletePurgedFiles = (trx: Trx, ids: readonly string[]): Promise<DeletedFile[]> =>
  trx
    .deleteFrom('items')
    .where(isOneOf(trx, 'id', ids))
    .where('type', '=', 'file')
    .where('purged_at', 'is not', null)
    .returning(['blob_id', 'size', 'category'])
    .execute();

/** Deletes an empty folder. */
export const deleteFolder = async (trx: Trx, id: string): Promise<void> => {
  await trx.deleteFrom('items').where('id', '=', id).where('purged_at', 'is not', null).execute();
};
