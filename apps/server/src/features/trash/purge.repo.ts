import type { Category } from '@holdall/contract/files';
import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';

/** The part of the trash that is to be permanently deleted. */
export interface TrashPart {
  readonly ownerId: string;
  /** Only entries trashed before, in milliseconds since 1970; undefined: all. */
  readonly before: number | undefined;
  readonly now: number;
  /** The most entries. */
  readonly limit: number;
}

/** Marks entries of the trash as permanently deleted and detaches them from their folders. @returns how many */
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

/** Items with their files and bytes. */
export interface MarkedItems {
  readonly items: number;
  readonly files: number;
  /** Bytes. */
  readonly size: number;
}

/** Marks items at the top of an account as permanently deleted. */
export const markTopPurged = async (
  trx: Trx,
  { ownerId, now, limit }: Omit<TrashPart, 'before'>,
): Promise<MarkedItems> => {
  const rows = await trx
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
    .returning(['type', 'size'])
    .execute();
  const files = rows.filter(({ type }) => type === 'file');
  return {
    items: rows.length,
    files: files.length,
    size: files.reduce((sum, file) => sum + file.size, 0),
  };
};

/** Subtracts items from the counts of an account's top. */
export const subtractFromTop = async (
  trx: Trx,
  ownerId: string,
  { items, files, size }: MarkedItems,
): Promise<void> => {
  await trx
    .updateTable('users')
    .set((eb) => ({
      items_count: eb('items_count', '-', items),
      files_count: eb('files_count', '-', files),
      files_size: eb('files_size', '-', size),
    }))
    .where('id', '=', ownerId)
    .execute();
};

/** Finds the time at which the newest entry of an owner's trash came into it; 0 for an empty trash. */
export const findNewestEntry = async (db: Db, ownerId: string): Promise<number> => {
  const row = await db
    .selectFrom('items')
    .select((eb) => eb.fn.max('deleted_at').as('newest'))
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is not', null)
    .where('purged_at', 'is', null)
    .executeTakeFirst();
  return row?.newest ?? 0;
};

/** Tells whether an account has any item, in any state. */
export const hasItems = async (db: Db, ownerId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('items')
    .select('id')
    .where('owner_id', '=', ownerId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** Finds an owner with entries trashed before a time; undefined when there is none. */
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

export interface PurgedQuery {
  readonly ownerId: string;
  readonly now: number;
  readonly limit: number;
}

/**
 * Lists an owner's permanently deleted items whose rows still exist, oldest first, without the hidden copies of a
 * copying under way: those are permanently deleted at a time that has not come.
 */
export const listPurged = (db: Db, { ownerId, now, limit }: PurgedQuery): Promise<PurgedItem[]> =>
  db
    .selectFrom('items')
    .select(['id', 'type'])
    .where('owner_id', '=', ownerId)
    .where('purged_at', '<=', now)
    .orderBy('purged_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/**
 * Lists the owners of permanently deleted items whose rows still exist. It skips from owner to owner, however
 * many items each has.
 */
export const listOwnersOfPurged = async (db: Db, now: number): Promise<string[]> => {
  const purged = sql`from items where purged_at is not null and purged_at <= ${now}`;
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

/** Discards hidden copies whose copying has ended without publishing them. @param ownerId undefined: those of all */
export const discardHidden = async (db: Db, now: number, ownerId?: string): Promise<void> => {
  const hidden = db.updateTable('items').set({ purged_at: now }).where('purged_at', '>', now);
  await (ownerId === undefined ? hidden : hidden.where('owner_id', '=', ownerId)).execute();
};

/** Detaches entries of the trash from a folder that is being deleted, so that they survive it. @returns how many */
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

/**
 * Detaches the subfolders of a permanently deleted folder, which become deleted items of their own.
 *
 * @returns how many
 */
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

/** A content whose row was deleted: that of a file, or an earlier one. */
export interface DeletedContent {
  readonly blob_id: string | null;
  /** Bytes. */
  readonly size: number;
  readonly category: Category | null;
}

/** Lists files in a permanently deleted folder. */
export const listFilesIn = async (db: Db, folderId: string, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('items')
    .select('id')
    .where('container_id', '=', folderId)
    .where('type', '=', 'file')
    .where('deleted_at', 'is', null)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

/** Deletes versions of permanently deleted files, which go before their files. */
export const deleteVersionsOf = (
  trx: Trx,
  itemIds: readonly string[],
  limit: number,
): Promise<DeletedContent[]> =>
  trx
    .deleteFrom('item_versions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('item_versions')
        .select('id')
        .where(isOneOf(trx, 'item_id', itemIds))
        .limit(limit),
    )
    .returning(['blob_id', 'size', 'category'])
    .execute();

/** Deletes files that are permanently deleted, or that are in such a folder. */
export const deleteFiles = (
  trx: Trx,
  ids: readonly string[],
  /** The folder; undefined: they are permanently deleted themselves. */
  folderId?: string,
): Promise<DeletedContent[]> => {
  const files = trx
    .deleteFrom('items')
    .where(isOneOf(trx, 'id', ids))
    .where('type', '=', 'file')
    .returning(['blob_id', 'size', 'category']);
  return folderId === undefined
    ? files.where('purged_at', 'is not', null).execute()
    : files.where('container_id', '=', folderId).where('deleted_at', 'is', null).execute();
};

/** Deletes an empty folder. */
export const deleteFolder = async (trx: Trx, id: string): Promise<void> => {
  await trx.deleteFrom('items').where('id', '=', id).where('purged_at', 'is not', null).execute();
};
