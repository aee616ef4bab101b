import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import type { StoredBytes } from '#db/tables/storage.ts';
import type { ThumbnailRow, ThumbnailsTable } from '#db/tables/thumbnails.ts';

export const findThumbnail = (db: Db, blobId: string): Promise<ThumbnailRow | undefined> =>
  db.selectFrom('thumbnails').selectAll().where('blob_id', '=', blobId).executeTakeFirst();

export interface SourceBlob {
  readonly store_id: string | null;
  readonly key: string;
  readonly size: number;
  readonly mimetype: string | null;
}

/** Finds a blob that a file still refers to. */
export const findSourceBlob = (db: Db, blobId: string): Promise<SourceBlob | undefined> =>
  db
    .selectFrom('items')
    .innerJoin('blobs', 'blobs.id', 'items.blob_id')
    .select(['blobs.store_id', 'blobs.key', 'blobs.size', 'items.mimetype'])
    .where('items.blob_id', '=', blobId)
    .where('items.purged_at', 'is', null)
    .limit(1)
    .executeTakeFirst();

/** A blob that needs thumbnails. */
export interface Wanted {
  readonly blobId: string;
  /** The owner of the file. */
  readonly ownerId: string;
}

/** Lists blobs of files of these types without a thumbnail state, each once. */
export const listUnseen = async (db: Db, types: readonly string[], limit: number): Promise<Wanted[]> => {
  const rows = await db
    .selectFrom('items')
    .select(['blob_id', 'owner_id'])
    .where('mimetype', 'in', types)
    .where('mimetype', 'is not', null)
    .where('preview_state', 'is', null)
    .where('purged_at', 'is', null)
    .limit(limit)
    .execute();
  const wanted = new Map<string, Wanted>();
  for (const { blob_id: blobId, owner_id: ownerId } of rows)
    if (blobId !== null && !wanted.has(blobId)) wanted.set(blobId, { blobId, ownerId });
  return [...wanted.values()];
};

/** Marks blobs as pending. */
export const markPending = async (trx: Trx, blobIds: readonly string[]): Promise<void> => {
  await trx
    .updateTable('items')
    .set({ preview_state: 'pending' })
    .where(isOneOf(trx, 'blob_id', blobIds))
    .where('preview_state', 'is', null)
    .execute();
};

/** Clears the pending state of a blob that this server cannot process. */
export const unmarkPending = async (db: Db, blobId: string): Promise<void> => {
  await db
    .updateTable('items')
    .set({ preview_state: null })
    .where('blob_id', '=', blobId)
    .where('preview_state', '=', 'pending')
    .execute();
};

/**
 * Records the result for a blob, unless there are thumbnails already, whose bytes would lose their row.
 *
 * @returns the recorded row
 */
export const saveThumbnail = async (trx: Trx, row: Insertable<ThumbnailsTable>): Promise<ThumbnailRow> => {
  const { blob_id: blobId, ...changes } = row;
  const saved = await trx
    .insertInto('thumbnails')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('blob_id').doUpdateSet(changes).where('thumbnails.state', '=', 'failed'),
    )
    .returningAll()
    .executeTakeFirst();
  return (
    saved ?? trx.selectFrom('thumbnails').selectAll().where('blob_id', '=', blobId).executeTakeFirstOrThrow()
  );
};

/** Clears failures, so that their files count as unprocessed. @returns how many blobs */
export const forgetFailed = async (trx: Trx, limit: number): Promise<number> => {
  const failed = trx
    .selectFrom('thumbnails')
    .select('blob_id')
    // A literal, because only then the partial index of failures is used.
    .where('state', '=', sql.lit('failed'))
    .orderBy('blob_id')
    .limit(limit);
  const rows = await trx
    .deleteFrom('thumbnails')
    .where('blob_id', 'in', failed)
    .returning('blob_id')
    .execute();
  await trx
    .updateTable('items')
    .set({ preview_state: null })
    .where(
      isOneOf(
        trx,
        'blob_id',
        rows.map(({ blob_id: blobId }) => blobId),
      ),
    )
    .where('preview_state', '=', 'failed')
    .execute();
  return rows.length;
};

export interface ShownItem {
  readonly id: string;
  readonly owner_id: string;
}

/** Copies the state of a blob to its items. @returns those that are visible */
export const copyToItems = async (
  trx: Trx,
  { blob_id: blobId, state, width, height }: Pick<ThumbnailRow, 'blob_id' | 'state' | 'width' | 'height'>,
): Promise<ShownItem[]> => {
  const rows = await trx
    .updateTable('items')
    .set({ preview_state: state, preview_width: width, preview_height: height })
    .where('blob_id', '=', blobId)
    .returning(['id', 'owner_id', 'purged_at'])
    .execute();
  return rows.filter(({ purged_at: purgedAt }) => purgedAt === null);
};

/** Lists the stores and keys of the thumbnails of these blobs. */
export const listBytesOf = async (db: Db, blobIds: readonly string[]): Promise<StoredBytes[]> => {
  const rows = await db
    .selectFrom('thumbnails')
    .select(['store_id', 'key'])
    .where(isOneOf(db, 'blob_id', blobIds))
    .where('key', 'is not', null)
    .execute();
  return rows.map(({ store_id: storeId, key }) => ({ store_id: storeId, key: key ?? '' }));
};

/** Returns those of the keys that thumbnails have. */
export const listThumbnailKeys = async (db: Db, keys: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('thumbnails')
    .select('key')
    .where(isOneOf(db, 'key', keys))
    .where('key', 'is not', null)
    .execute();
  return rows.flatMap(({ key }) => key ?? []);
};
