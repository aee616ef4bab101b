import { sql, type SqlBool } from 'kysely';
import { isReferredTo } from '#db/blob-references.ts';
import type { Db, Trx } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import type { StoredBytes } from '#db/tables/storage.ts';

export interface CollectableBlob {
  readonly id: string;
  readonly key: string;
}

const unclaimed = (db: Db, before: number) =>
  db
    .selectFrom('blobs')
    .select(['id', 'key'])
    .where('unreferenced_at', '<', before)
    .where('unreferenced_at', 'is not', null)
    .where(sql<SqlBool>`not ${isReferredTo}`);

export interface CollectablePage {
  /** Milliseconds since 1970; nothing has referred to the blobs since an earlier time. */
  readonly before: number;
  readonly limit: number;
  /** True for blobs in stores alone: others give no space back to a disk. */
  readonly isInStore?: boolean;
}

/** Lists blobs whose grace period is over and that nothing refers to. */
export const listCollectable = (
  db: Db,
  { before, limit, isInStore = false }: CollectablePage,
): Promise<CollectableBlob[]> =>
  unclaimed(db, before)
    .$if(isInStore, (query) => query.where('store_id', 'is not', null))
    .orderBy('unreferenced_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Clears the mark of blobs that something refers to again. */
export const clearReferenced = async (db: Db, before: number): Promise<void> => {
  await db
    .updateTable('blobs')
    .set({ unreferenced_at: null })
    .where('unreferenced_at', '<', before)
    .where('unreferenced_at', 'is not', null)
    .where(isReferredTo)
    .execute();
};

/** Deletes the rows of blobs. A row that something refers to aborts the whole deletion. @returns where the bytes are */
export const deleteBlobs = async (trx: Trx, ids: readonly string[]): Promise<StoredBytes[]> =>
  trx
    .deleteFrom('blobs')
    .where(isOneOf(trx, 'id', ids))
    .where('unreferenced_at', 'is not', null)
    .returning(['store_id', 'key'])
    .execute();
