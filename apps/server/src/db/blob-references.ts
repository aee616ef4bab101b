import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';
import { isOneOf } from '#db/item-set.ts';

/**
 * The one census of references to the bytes of files: an item in any state has them as its current content, a version as
 * an earlier one. A table that refers to blobs is added here, and the collector, backups, checks and the rest know it.
 *
 * @param blobId a column with the id of a blob
 */
export const isBlobInUse = (blobId: 'blobs.id' | 'thumbnails.blob_id'): RawBuilder<SqlBool> =>
  sql<SqlBool>`(exists (select 1 from items where items.blob_id = ${sql.ref(blobId)})
    or exists (select 1 from item_versions where item_versions.blob_id = ${sql.ref(blobId)}))`;

/** Tests whether anything refers to a row of `blobs`. */
export const isReferredTo = isBlobInUse('blobs.id');

/**
 * Waits for other transactions that have removed references to the same bytes: of two that remove the last two at once,
 * each would see the other's, and neither would mark them. SQLite has a single writer anyway.
 */
const lockBlobs = async (trx: Trx, blobIds: readonly string[]): Promise<void> => {
  if (!isPostgres(trx)) return;
  await trx
    .selectFrom('blobs')
    .select('id')
    .where(isOneOf(trx, 'id', blobIds))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
};

/** Starts the grace period of blobs that nothing refers to any more. */
export const markUnreferenced = async (trx: Trx, blobIds: readonly string[], now: number): Promise<void> => {
  if (blobIds.length === 0) return;
  await lockBlobs(trx, blobIds);
  await trx
    .updateTable('blobs')
    .set({ unreferenced_at: now })
    .where(isOneOf(trx, 'id', blobIds))
    .where(sql<SqlBool>`not ${isReferredTo}`)
    .execute();
};

/** The bytes of files as they count against quotas, and the files that they belong to. */
export interface StoredContents {
  readonly owner_id: string;
  readonly category: string | null;
  /** Bytes. */
  readonly size: number;
}

/**
 * Selects what counts against quotas, current contents and earlier ones, as a table of `StoredContents`.
 *
 * @param among a condition on the columns `owner_id` and `item_id`
 */
export const storedContents = (
  among: (columns: { readonly owner: string; readonly item: string }) => RawBuilder<SqlBool>,
): RawBuilder<StoredContents> =>
  sql<StoredContents>`(
    select owner_id, category, size from items where type = 'file' and ${among({ owner: 'owner_id', item: 'id' })}
    union all
    select owner_id, category, size from item_versions where ${among({ owner: 'owner_id', item: 'item_id' })}
  )`;

/** Finds the name and the owner of a file with a blob as its current content or an earlier one, to name it to people. */
export const findShowing = async (
  db: Db,
  blobId: string,
): Promise<{ readonly name: string; readonly email: string } | undefined> => {
  const { rows } = await sql<{ name: string; email: string }>`
    select items.name, users.email from (
      select id, 0 as is_earlier from items where blob_id = ${blobId}
      union all
      select item_id, 1 from item_versions where blob_id = ${blobId}
    ) as shown
    join items on items.id = shown.id join users on users.id = items.owner_id
    where items.purged_at is null order by shown.is_earlier limit 1`.execute(db);
  return rows[0];
};

/** Lists the owners of files with a blob, also in the trash. */
export const listOwnersOf = async (db: Db, blobId: string): Promise<string[]> => {
  const { rows } = await sql<{ owner_id: string }>`
    select owner_id from items where blob_id = ${blobId} and purged_at is null
    union
    select items.owner_id from item_versions join items on items.id = item_versions.item_id
      where item_versions.blob_id = ${blobId} and items.purged_at is null`.execute(db);
  return rows.map(({ owner_id: id }) => id);
};
