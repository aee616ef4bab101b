import type { Category } from '@holdall/contract/files';
import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';
import type { BlobRow, ItemRow, ItemVersionRow, ItemVersionsTable } from '#db/tables/files.ts';

/** Locks rows until the transaction ends. SQLite has a single writer anyway. */
const locking = (trx: Trx) => {
  const query = trx.selectFrom('items').selectAll();
  return isPostgres(trx) ? query.forNoKeyUpdate() : query;
};

/** Finds the live item of a name in a container, and locks it. */
export const lockSibling = (trx: Trx, container: string, name: string): Promise<ItemRow | undefined> =>
  locking(trx)
    .where('container_id', '=', container)
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Finds a file that was not permanently deleted, and locks it: its content can be changed then. */
export const lockFile = (trx: Trx, id: string): Promise<ItemRow | undefined> =>
  locking(trx)
    .where('id', '=', id)
    .where('type', '=', 'file')
    .where('purged_at', 'is', null)
    .executeTakeFirst();

/** The bytes of a file's current content. */
export interface CurrentContent extends Pick<
  BlobRow,
  'sha256' | 'size' | 'created_at' | 'stored_by' | 'device' | 'damaged_at'
> {
  /** The newest version of the file; null: it has none. */
  readonly newest_version: string | null;
}

/** Finds the bytes of a locked file's content. It is a query of its own: while one waits for a lock, rows become stale. */
export const findCurrentContent = (trx: Trx, item: ItemRow): Promise<CurrentContent | undefined> =>
  trx
    .selectFrom('blobs')
    .select(['sha256', 'size', 'created_at', 'stored_by', 'device', 'damaged_at'])
    .select((eb) =>
      eb
        .selectFrom('item_versions')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('item_id', '=', item.id)
        .as('newest_version'),
    )
    .where('id', '=', item.blob_id ?? '')
    .executeTakeFirst();

export const insertVersion = async (trx: Trx, version: Insertable<ItemVersionsTable>): Promise<void> => {
  await trx.insertInto('item_versions').values(version).execute();
};

export const findVersionRow = (trx: Trx, itemId: string, id: string): Promise<ItemVersionRow | undefined> =>
  trx
    .selectFrom('item_versions')
    .selectAll()
    .where('item_id', '=', itemId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Removes a version's row, in a transaction that makes its content the current one. @returns false when it is gone */
export const takeVersion = async (trx: Trx, itemId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('item_versions')
    .where('item_id', '=', itemId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Finds the newest version of a file that has a blob, and rather one that is not pinned. */
export const findVersionWith = async (
  db: Db,
  { itemId, blobId }: { readonly itemId: string; readonly blobId: string },
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('item_versions')
    .select('id')
    .where('item_id', '=', itemId)
    .where('blob_id', '=', blobId)
    .orderBy(sql`case when label is null then 0 else 1 end`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
};

/** The columns of a file that follow its current content. */
export interface ContentColumns {
  readonly blobId: string;
  readonly size: number;
  readonly mimetype: string;
  readonly category: Category;
  readonly modifiedAt: number;
}

/** Gives a file a content, with the thumbnails and the damage that are known of its bytes. @returns the file */
export const updateContent = (
  trx: Trx,
  id: string,
  { blobId, size, mimetype, category, modifiedAt }: ContentColumns,
): Promise<ItemRow> => {
  const ofThumbnail = <Value>(column: 'state' | 'width' | 'height') =>
    sql<Value>`(select ${sql.ref(column)} from thumbnails where thumbnails.blob_id = ${blobId})`;
  return trx
    .updateTable('items')
    .set({
      blob_id: blobId,
      size,
      mimetype,
      category,
      modified_at: modifiedAt,
      preview_state: ofThumbnail('state'),
      preview_width: ofThumbnail('width'),
      preview_height: ofThumbnail('height'),
      damaged_at: sql<number | null>`(select damaged_at from blobs where blobs.id = ${blobId})`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Changes a file's own time of last change alone. @returns the file */
export const updateModifiedAt = (trx: Trx, id: string, modifiedAt: number): Promise<ItemRow> =>
  trx
    .updateTable('items')
    .set({ modified_at: modifiedAt })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
