import type { SortDirection, TrashSortField } from '@holdall/contract/page';
import { sql, type SqlBool } from 'kysely';
import type { Db } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import type { ItemRow } from '#db/tables/files.ts';

type Kind = 'folder' | 'file';

const sortColumns = {
  created_at: 'created_at',
  name: 'sort_key',
  size: 'size',
  modified_at: 'modified_at',
  deleted_at: 'deleted_at',
} as const satisfies Record<TrashSortField, keyof ItemRow>;

const entries = (db: Db, ownerId: string, type: Kind) =>
  db
    .selectFrom('items')
    .where('owner_id', '=', ownerId)
    .where('type', '=', type)
    .where('deleted_at', 'is not', null)
    .where('purged_at', 'is', null);

/** Counts the trash's entries of one type, and their own bytes. */
export const countEntries = async (
  db: Db,
  ownerId: string,
  type: Kind,
): Promise<{ count: number; size: number }> => {
  const row = await entries(db, ownerId, type)
    .select(({ fn }) => [
      fn.countAll<number | string>().as('count'),
      fn.sum<number | string | null>('size').as('size'),
    ])
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), size: Number(row.size) };
};

export interface EntriesQuery {
  readonly ownerId: string;
  readonly type: Kind;
  readonly sort: TrashSortField;
  readonly direction: SortDirection;
  readonly offset: number;
  readonly limit: number;
}

/** Lists a page of the trash's entries of one type; each sort has its own index. */
export const listEntries = (
  db: Db,
  { ownerId, type, sort, direction, offset, limit }: EntriesQuery,
): Promise<ItemRow[]> => {
  const column = sortColumns[sort];
  const order = direction === 'ASC' ? 'asc' : 'desc';
  return db
    .selectFrom('items')
    .innerJoin(
      entries(db, ownerId, type)
        .select('id')
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

/** Finds an entry of the trash; undefined for any other item. */
export const findEntry = async (db: Db, ownerId: string, id: string): Promise<ItemRow | undefined> => {
  const row = await db.selectFrom('items').selectAll().where('id', '=', id).executeTakeFirst();
  const isEntry = row?.owner_id === ownerId && row.deleted_at !== null && row.purged_at === null;
  return isEntry ? row : undefined;
};

/** Counts the trash's entries of the same type before an entry by walking the index of the sort. */
export const countEntriesBefore = async (
  db: Db,
  item: ItemRow,
  { sort, direction }: Pick<EntriesQuery, 'sort' | 'direction'>,
): Promise<number> => {
  const column = sortColumns[sort];
  const before = sql.raw(direction === 'ASC' ? '<' : '>');
  const row = await entries(db, item.owner_id, item.type)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where(sql<boolean>`(${sql.ref(column)}, id) ${before} (${item[column]}, ${item.id})`)
    .executeTakeFirstOrThrow();
  return Number(row.count);
};

/** Lists the names of folders that are not permanently deleted. */
export const listNames = async (
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { id: string; name: string }>> => {
  const rows = await db
    .selectFrom('items')
    .select(['id', 'name'])
    .where(isOneOf(db, 'id', ids))
    .where('purged_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
};

/** The counts of a folder's direct contents. */
export interface FolderCounts {
  readonly id: string;
  readonly items_count: number;
  readonly files_count: number;
  readonly files_size: number;
  /** Its position in the order of the walk. */
  readonly at: number;
}
/** The next page of folders in that order. */
export interface FolderCountsPage {
  readonly after: Pick<FolderCounts, 'at' | 'id'>;
  readonly limit: number;
}
const countColumns = ['id', 'items_count', 'files_count', 'files_size'] as const;

/** Lists the trash's own folders in the order of deletion, which an index provides. */
export const listEntryFolders = (
  db: Db,
  ownerId: string,
  { after, limit }: FolderCountsPage,
): Promise<FolderCounts[]> =>
  entries(db, ownerId, 'folder')
    .select([...countColumns, sql<number>`deleted_at`.as('at')])
    .where(sql<SqlBool>`(deleted_at, id) > (${after.at}, ${after.id})`)
    .orderBy('deleted_at')
    .orderBy('id')
    .limit(limit)
    .execute();

const foldersIn = (db: Db) =>
  db
    .selectFrom('items')
    .select([...countColumns, 'created_at as at'])
    .where('type', '=', 'folder')
    .where('deleted_at', 'is', null);

/** Lists all live subfolders of some folders. */
export const listFoldersIn = (db: Db, ids: readonly string[]): Promise<FolderCounts[]> =>
  foldersIn(db)
    .where(isOneOf(db, 'container_id', ids))
    .execute();

/** Lists the next live subfolders of one folder, oldest first. */
export const listFoldersAfter = (
  db: Db,
  container: string,
  { after, limit }: FolderCountsPage,
): Promise<FolderCounts[]> =>
  foldersIn(db)
    .where('container_id', '=', container)
    .where(sql<SqlBool>`(created_at, id) > (${after.at}, ${after.id})`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
