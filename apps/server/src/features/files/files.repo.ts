import type { ListingQuery, SortField } from '@holdall/contract/page';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isPostgres } from '#db/item-set.ts';
import type { BlobRow, BlobsTable, ContainerTotals, ItemRow, ItemsTable } from '#db/tables/files.ts';
import type { ListedItem, Totals } from './files.types.ts';

/**
 * Takes the lock that inserting an item takes, for who locks a folder before: in the other order two would
 * wait for each other. SQLite has one writer at a time anyway.
 */
export const lockTotals = async (trx: Trx, ownerId: string): Promise<void> => {
  if (!isPostgres(trx)) return;
  await trx.selectFrom('item_totals').select('user_id').where('user_id', '=', ownerId).forUpdate().execute();
};

/** Whether somebody's account is in use now, and may upload; undefined where it is not. */
export const findUploader = (db: Db, userId: string): Promise<{ can_upload: 0 | 1 } | undefined> =>
  db
    .selectFrom('users')
    .select('can_upload')
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .where('deleting_at', 'is', null)
    .executeTakeFirst();

export const findSibling = (db: Db, container: string, name: string): Promise<ItemRow | undefined> =>
  db
    .selectFrom('items')
    .selectAll()
    .where('container_id', '=', container)
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

const sortColumns = {
  created_at: 'created_at',
  name: 'sort_key',
  size: 'size',
  updated_at: 'updated_at',
} as const satisfies Record<SortField, keyof ItemsTable>;

const listedColumns = [
  'items.id',
  'items.type',
  'items.name',
  'items.color',
  'items.emoji',
  'items.items_count',
  'items.parent_id',
  'items.size',
  'items.mimetype',
  'items.category',
  'items.blob_id',
  'items.preview_state',
  'items.preview_width',
  'items.preview_height',
  'items.created_at',
  'items.updated_at',
  'items.deleted_at',
] as const satisfies readonly `items.${keyof ListedItem}`[];

export interface PageRequest {
  readonly container: string;
  readonly type: 'folder' | 'file';
  readonly sort: SortField;
  readonly direction: ListingQuery['direction'];
  readonly offset: number;
  /** At most what there is from the offset on. */
  readonly limit: number;
  /** How many of this type the container holds. */
  readonly count: number;
}

/**
 * One page of a container's folders or files. Only ids are walked through to reach the offset, from
 * the nearer end: an index of its own serves each sort, and no row that is not sent is read.
 */
export const listPage = (
  db: Db,
  { container, type, sort, direction, offset, limit, count }: PageRequest,
): Promise<ListedItem[]> => {
  const column = sortColumns[sort];
  const order = direction === 'ASC' ? 'asc' : 'desc';
  const behind = count - offset - limit;
  const fromEnd = behind < offset;
  const walk = fromEnd === (order === 'asc') ? 'desc' : 'asc';
  return db
    .selectFrom('items')
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('items')
          .select('id')
          .where('container_id', '=', container)
          .where('type', '=', type)
          .where('deleted_at', 'is', null)
          .orderBy(column, walk)
          .orderBy('id', walk)
          .limit(limit)
          .offset(fromEnd ? behind : offset)
          .as('page'),
      (join) => join.onRef('page.id', '=', 'items.id'),
    )
    .select(listedColumns)
    .orderBy(`items.${column}`, order)
    .orderBy('items.id', order)
    .execute();
};

/** What a container holds, by the counts that it carries. */
export const totalsOf = (row: Selectable<ContainerTotals>): Totals => ({
  folders: row.items_count - row.files_count,
  files: row.files_count,
  size: row.files_size,
});

/** What the top of an account holds. */
export const findRootTotals = async (db: Db, ownerId: string): Promise<Totals> => {
  const row = await db
    .selectFrom('users')
    .select(['items_count', 'files_count', 'files_size'])
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return totalsOf(row);
};

type Counted = Pick<ItemRow, 'type' | 'size'>;
type Container = Readonly<{ ownerId: string; parentId: string | null }>;

const count = async (trx: Trx, { ownerId, parentId }: Container, by: Totals): Promise<boolean> => {
  const changed = {
    items_count: sql<number>`items_count + ${by.folders + by.files}`,
    files_count: sql<number>`files_count + ${by.files}`,
    files_size: sql<number>`files_size + ${by.size}`,
  };
  const result =
    parentId === null
      ? await trx.updateTable('users').set(changed).where('id', '=', ownerId).executeTakeFirst()
      : await trx
          .updateTable('items')
          .set(changed)
          .where('id', '=', parentId)
          .where('type', '=', 'folder')
          .where('deleted_at', 'is', null)
          .executeTakeFirst();
  return result.numUpdatedRows > 0n;
};

const one = ({ type, size }: Counted): Totals =>
  type === 'folder' ? { folders: 1, files: 0, size: 0 } : { folders: 0, files: 1, size };

/**
 * Counts an item into the folder that holds it, or the top of the account. That holds the folder
 * until the transaction ends, so that nobody can delete it meanwhile.
 *
 * @returns false where the folder is gone
 */
export const countIn = (trx: Trx, container: Container, item: Counted): Promise<boolean> =>
  count(trx, container, one(item));

/** The opposite of `countIn`. */
export const countOut = (trx: Trx, container: Container, item: Counted): Promise<boolean> => {
  const { folders, files, size } = one(item);
  return count(trx, container, { folders: -folders, files: -files, size: -size });
};

/** @returns the row, or undefined where the name was taken in the meantime */
export const insertItem = (trx: Trx, item: Insertable<ItemsTable>): Promise<ItemRow | undefined> =>
  trx
    .insertInto('items')
    .values(item)
    .onConflict((conflict) =>
      conflict.columns(['container_id', 'name']).where('deleted_at', 'is', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();

export interface Replacement {
  readonly id: string;
  /** Where it must still be. */
  readonly containerId: string;
  /** Who replaces it, as `principalOf` names them. */
  readonly principal: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** @returns whether it was this call that sent the item to the trash */
export const trashItem = async (
  trx: Trx,
  { id, containerId, principal, now }: Replacement,
): Promise<boolean> => {
  const result = await trx
    .updateTable('items')
    .set({ deleted_at: now, trashed_by: principal })
    .where('id', '=', id)
    .where('container_id', '=', containerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
};

export const insertBlob = async (trx: Trx, blob: Insertable<BlobsTable>): Promise<void> => {
  await trx.insertInto('blobs').values(blob).execute();
};

export const findBlob = (db: Db, id: string): Promise<BlobRow | undefined> =>
  db.selectFrom('blobs').selectAll().where('id', '=', id).executeTakeFirst();
