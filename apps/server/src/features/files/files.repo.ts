import type { Insertable } from 'kysely';
import type { Ancestor } from '@holdall/contract/files';
import type { ListingQuery, SortField } from '@holdall/contract/page';
import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import type { BlobRow, BlobsTable, ItemRow, ItemsTable } from '#db/tables/files.ts';

export const findItem = (db: Db, id: string): Promise<ItemRow | undefined> =>
  db.selectFrom('items').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();

export const findSibling = (db: Db, container: string, name: string): Promise<ItemRow | undefined> =>
  db
    .selectFrom('items')
    .selectAll()
    .where('container_id', '=', container)
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Those of the names that are taken among the container's items. */
export const listTakenNames = async (
  db: Db,
  container: string,
  names: readonly string[],
): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('items')
    .select('name')
    .where('container_id', '=', container)
    .where('name', 'in', names)
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.name));
};

const sortColumns = {
  created_at: 'created_at',
  name: 'sort_key',
  size: 'size',
  updated_at: 'updated_at',
} as const satisfies Record<SortField, keyof ItemsTable>;

export interface PageRequest {
  readonly container: string;
  readonly type: 'folder' | 'file';
  readonly sort: SortField;
  readonly direction: ListingQuery['direction'];
  readonly offset: number;
  readonly limit: number;
}

/**
 * One page of a container's folders or files. Only ids are walked through to reach the offset: an
 * index of its own serves each sort, and no row that is not sent is read.
 */
export const listPage = (
  db: Db,
  { container, type, sort, direction, offset, limit }: PageRequest,
): Promise<ItemRow[]> => {
  const column = sortColumns[sort];
  const order = direction === 'ASC' ? 'asc' : 'desc';
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
          .orderBy(column, order)
          .orderBy('id', order)
          .limit(limit)
          .offset(offset)
          .as('page'),
      (join) => join.onRef('page.id', '=', 'items.id'),
    )
    .selectAll('items')
    .orderBy(`items.${column}`, order)
    .orderBy('items.id', order)
    .execute();
};

export interface Totals {
  readonly folders: number;
  readonly files: number;
  /** Bytes of the files. */
  readonly size: number;
}

export const countContainer = async (db: Db, container: string): Promise<Totals> => {
  const rows = await db
    .selectFrom('items')
    .select((eb) => [
      'type',
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number | null>('size').as('size'),
    ])
    .where('container_id', '=', container)
    .where('deleted_at', 'is', null)
    .groupBy('type')
    .execute();
  const folders = rows.find((row) => row.type === 'folder');
  const files = rows.find((row) => row.type === 'file');
  return { folders: folders?.count ?? 0, files: files?.count ?? 0, size: files?.size ?? 0 };
};

/** The folders above an item, from the top of the account down to its parent. */
export const listAncestors = async (db: Db, parentId: string | null): Promise<Ancestor[]> => {
  if (parentId === null) return [];
  const rows = await db
    .withRecursive('above', (cte) =>
      cte
        .selectFrom('items')
        .select(['id', 'name', 'emoji', 'color', 'parent_id', sql<number>`0`.as('distance')])
        .where('id', '=', parentId)
        .unionAll((eb) =>
          eb
            .selectFrom('items as parent')
            .innerJoin('above', 'above.parent_id', 'parent.id')
            .select([
              'parent.id',
              'parent.name',
              'parent.emoji',
              'parent.color',
              'parent.parent_id',
              sql<number>`above.distance + 1`.as('distance'),
            ]),
        ),
    )
    .selectFrom('above')
    .select(['id', 'name', 'emoji', 'color'])
    .orderBy('distance', 'desc')
    .execute();
  return rows;
};

/**
 * Adds to a folder's count of items and thereby holds the folder until the transaction ends, so that
 * nobody can delete it meanwhile.
 *
 * @returns false where the folder is gone
 */
export const bumpItemsCount = async (trx: Trx, folderId: string, by: number): Promise<boolean> => {
  const result = await trx
    .updateTable('items')
    .set((eb) => ({ items_count: eb('items_count', '+', by) }))
    .where('id', '=', folderId)
    .where('type', '=', 'folder')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
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

export const trashItem = async (trx: Trx, id: string, now: number): Promise<void> => {
  await trx.updateTable('items').set({ deleted_at: now, trashed_by: id }).where('id', '=', id).execute();
};

export const insertBlob = async (trx: Trx, blob: Insertable<BlobsTable>): Promise<void> => {
  await trx.insertInto('blobs').values(blob).execute();
};

export const findBlob = (db: Db, id: string): Promise<BlobRow | undefined> =>
  db.selectFrom('blobs').selectAll().where('id', '=', id).executeTakeFirst();
