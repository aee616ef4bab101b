import { sql, type SqlBool } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';

export interface CollectableBlob {
  readonly id: string;
  readonly key: string;
}

/** Whether any item has the blob's bytes: in the trash, or deleted for good and still there, too. */
const isReferredTo = sql<SqlBool>`exists (select 1 from items where items.blob_id = blobs.id)`;

const unclaimed = (db: Db, before: number) =>
  db
    .selectFrom('blobs')
    .select(['id', 'key'])
    .where('unreferenced_at', '<', before)
    .where('unreferenced_at', 'is not', null)
    .where(sql<SqlBool>`not ${isReferredTo}`);

/** The census: blobs whose time is over and that no item refers to, the trash and the deleted included. */
export const listCollectable = (db: Db, before: number, limit: number): Promise<CollectableBlob[]> =>
  unclaimed(db, before).orderBy('unreferenced_at').orderBy('id').limit(limit).execute();

/** Blobs that an item refers to again are no longer waiting for the collector. */
export const clearReferenced = async (db: Db, before: number): Promise<void> => {
  await db
    .updateTable('blobs')
    .set({ unreferenced_at: null })
    .where('unreferenced_at', '<', before)
    .where('unreferenced_at', 'is not', null)
    .where(isReferredTo)
    .execute();
};

/** Deletes blobs' rows. A row that an item refers to stops the whole deletion. @returns the keys of the bytes */
export const deleteBlobs = async (trx: Trx, ids: readonly string[]): Promise<string[]> => {
  const rows = await trx
    .deleteFrom('blobs')
    .where(isOneOf(trx, 'id', ids))
    .where('unreferenced_at', 'is not', null)
    .returning('key')
    .execute();
  return rows.map(({ key }) => key);
};

/** Starts the time after which bytes are collected, for blobs that no item refers to any more. */
export const markUnreferenced = async (trx: Trx, blobIds: readonly string[], now: number): Promise<void> => {
  await trx
    .updateTable('blobs')
    .set({ unreferenced_at: now })
    .where(isOneOf(trx, 'id', blobIds))
    .where(sql<SqlBool>`not ${isReferredTo}`)
    .execute();
};
