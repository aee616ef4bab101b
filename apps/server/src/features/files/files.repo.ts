import type { ListingQuery, SortField } from '@holdall/contract/page';
import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { nextItemNumber } from '#db/item-numbers.ts';
import { isOneOf } from '#db/item-set.ts';
import { isPostgres } from '#db/dialect.ts';
import { prepareQuery, type ValueOf } from '#db/prepared-query.ts';
import type { BlobRow, ContainerTotals, ItemRow, ItemsTable } from '#db/tables/files.ts';
import type { ListedItem, Totals } from './files.types.ts';
import { inOpenStore } from '#features/storage/index.ts';

/**
 * Takes the lock of an insert before a folder is locked, because the other order could deadlock. SQLite has a
 * single writer anyway.
 */
export const lockTotals = async (trx: Trx, ownerId: string): Promise<void> => {
  if (!isPostgres(trx)) return;
  await trx.selectFrom('item_totals').select('user_id').where('user_id', '=', ownerId).forUpdate().execute();
};

const uploaderQuery = prepareQuery((db, value: ValueOf<{ userId: string }>) =>
  db
    .selectFrom('users')
    .select('can_upload')
    .where('id', '=', value('userId'))
    .where('status', '=', 'active')
    .where('deleting_at', 'is', null),
);

/** Finds an active user's right to upload; undefined when the account is not in use. */
export const findUploader = async (db: Db, userId: string): Promise<{ can_upload: 0 | 1 } | undefined> =>
  (await uploaderQuery(db, { userId })).rows[0];

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
  modified_at: 'modified_at',
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
  'items.damaged_at',
  'items.created_at',
  'items.modified_at',
  'items.deleted_at',
] as const satisfies readonly `items.${keyof ListedItem}`[];

export interface PageRequest {
  readonly container: string;
  readonly type: 'folder' | 'file';
  readonly sort: SortField;
  readonly direction: ListingQuery['direction'];
  readonly offset: number;
  /** Does not exceed the number of rows from the offset on. */
  readonly limit: number;
  /** Number of items of this type in the container. */
  readonly count: number;
}

type Direction = 'asc' | 'desc';
type PageValues = Pick<PageRequest, 'container' | 'type' | 'limit' | 'offset'>;

const buildPageQuery = (sort: SortField, order: Direction, walk: Direction) => {
  const column = sortColumns[sort];
  return prepareQuery((db, value: ValueOf<PageValues>) =>
    db
      .selectFrom('items')
      .innerJoin(
        (eb) =>
          eb
            .selectFrom('items')
            .select('id')
            .where('container_id', '=', value('container'))
            .where('type', '=', value('type'))
            .where('deleted_at', 'is', null)
            .orderBy(column, walk)
            .orderBy('id', walk)
            .limit(value('limit'))
            .offset(value('offset'))
            .as('page'),
        (join) => join.onRef('page.id', '=', 'items.id'),
      )
      .select(listedColumns)
      .orderBy(`items.${column}`, order)
      .orderBy('items.id', order),
  );
};

const pageQueries = new Map<string, ReturnType<typeof buildPageQuery>>();

const pageQueryOf = (sort: SortField, order: Direction, walk: Direction) => {
  const name = `${sort} ${order} ${walk}`;
  const query = pageQueries.get(name) ?? buildPageQuery(sort, order, walk);
  pageQueries.set(name, query);
  return query;
};

/**
 * Lists one page of a container's folders or files. It walks through ids alone to reach the offset, from the
 * nearer end: each sort has its own index, and only the rows of the page are read.
 */
export const listPage = async (
  db: Db,
  { container, type, sort, direction, offset, limit, count }: PageRequest,
): Promise<ListedItem[]> => {
  const order = direction === 'ASC' ? 'asc' : 'desc';
  const behind = count - offset - limit;
  const fromEnd = behind < offset;
  const walk = fromEnd === (order === 'asc') ? 'desc' : 'asc';
  const values = { container, type, limit, offset: fromEnd ? behind : offset };
  return (await pageQueryOf(sort, order, walk)(db, values)).rows;
};

export interface AmongRequest extends Omit<PageRequest, 'container' | 'count'> {
  /** At most a few hundred. */
  readonly ids: readonly string[];
}

/** Lists one page of the live folders or files among some items. */
export const listPageAmong = (
  db: Db,
  { ids, type, sort, direction, offset, limit }: AmongRequest,
): Promise<ListedItem[]> => {
  const order = direction === 'ASC' ? 'asc' : 'desc';
  return db
    .selectFrom('items')
    .select(listedColumns)
    .where(isOneOf(db, 'items.id', ids))
    .where('items.type', '=', type)
    .where('items.deleted_at', 'is', null)
    .orderBy(`items.${sortColumns[sort]}`, order)
    .orderBy('items.id', order)
    .limit(limit)
    .offset(offset)
    .execute();
};

/** Returns the totals of a container from its own counts. */
export const totalsOf = (row: Selectable<ContainerTotals>): Totals => ({
  folders: row.items_count - row.files_count,
  files: row.files_count,
  size: row.files_size,
});

const rootTotalsQuery = prepareQuery((db, value: ValueOf<{ ownerId: string }>) =>
  db
    .selectFrom('users')
    .select(['items_count', 'files_count', 'files_size'])
    .where('id', '=', value('ownerId')),
);

/** Finds the totals of the top of an account. @throws when there is no such account */
export const findRootTotals = async (db: Db, ownerId: string): Promise<Totals> => {
  const { rows } = await rootTotalsQuery(db, { ownerId });
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no account ${ownerId}.`);
  return totalsOf(row);
};

type Counted = Pick<ItemRow, 'type' | 'size'>;
type Container = Readonly<{ ownerId: string; parentId: string | null }>;

type Counting = Readonly<{ id: string; items: number; files: number; size: number }>;

const counted = (value: ValueOf<Counting>) => ({
  items_count: sql<number>`items_count + ${value('items')}`,
  files_count: sql<number>`files_count + ${value('files')}`,
  files_size: sql<number>`files_size + ${value('size')}`,
});
const countAtTop = prepareQuery((db, value: ValueOf<Counting>) =>
  db.updateTable('users').set(counted(value)).where('id', '=', value('id')),
);
const countInFolder = prepareQuery((db, value: ValueOf<Counting>) =>
  db
    .updateTable('items')
    .set(counted(value))
    .where('id', '=', value('id'))
    .where('type', '=', 'folder')
    .where('deleted_at', 'is', null),
);

const count = async (
  trx: Trx,
  { ownerId, parentId }: Container,
  { folders, files, size }: Totals,
): Promise<boolean> => {
  const by = { items: folders + files, files, size };
  const { numAffectedRows = 0n } =
    parentId === null
      ? await countAtTop(trx, { id: ownerId, ...by })
      : await countInFolder(trx, { id: parentId, ...by });
  return numAffectedRows > 0n;
};

const one = ({ type, size }: Counted): Totals =>
  type === 'folder' ? { folders: 1, files: 0, size: 0 } : { folders: 0, files: 1, size };

/**
 * Adds an item to the counts of its container. The update locks the folder until the transaction ends, so
 * that nobody can delete it meanwhile.
 *
 * @returns false when the folder is gone
 */
export const countIn = (trx: Trx, container: Container, item: Counted): Promise<boolean> =>
  count(trx, container, one(item));

/** Changes the bytes that a container counts, for a file whose content has changed. @returns false when the folder is gone */
export const resizeIn = (trx: Trx, container: Container, by: number): Promise<boolean> =>
  count(trx, container, { folders: 0, files: 0, size: by });

type ItemValues = Pick<
  ItemRow,
  | 'id'
  | 'owner_id'
  | 'parent_id'
  | 'type'
  | 'name'
  | 'sort_key'
  | 'search_key'
  | 'color'
  | 'emoji'
  | 'blob_id'
  | 'size'
  | 'mimetype'
  | 'category'
  | 'created_at'
  | 'modified_at'
>;
/** Defaults of an item's optional columns. */
const optional = { color: null, emoji: null, blob_id: null, size: 0, mimetype: null, category: null };

const itemInsertion = prepareQuery((db, value: ValueOf<ItemValues>) =>
  db
    .insertInto('items')
    .values({
      id: value('id'),
      number: nextItemNumber(db),
      owner_id: value('owner_id'),
      parent_id: value('parent_id'),
      type: value('type'),
      name: value('name'),
      sort_key: value('sort_key'),
      search_key: value('search_key'),
      color: value('color'),
      emoji: value('emoji'),
      blob_id: value('blob_id'),
      size: value('size'),
      mimetype: value('mimetype'),
      category: value('category'),
      created_at: value('created_at'),
      modified_at: value('modified_at'),
    })
    .onConflict((conflict) =>
      conflict.columns(['container_id', 'name']).where('deleted_at', 'is', null).doNothing(),
    )
    .returningAll(),
);

/** The columns of a new item. */
export type NewItem = Omit<ItemValues, keyof typeof optional> & Partial<ItemValues>;

/** @returns the row; undefined when the name was taken meanwhile */
export const insertItem = async (trx: Trx, item: NewItem): Promise<ItemRow | undefined> =>
  (await itemInsertion(trx, { ...optional, ...item })).rows[0];

type NewBlob = Omit<BlobRow, 'unreferenced_at' | 'verified_at' | 'damaged_at'>;

const blobInsertion = prepareQuery((db, value: ValueOf<NewBlob>) =>
  db.insertInto('blobs').values({
    id: value('id'),
    store_id: value('store_id'),
    key: value('key'),
    size: value('size'),
    sha256: value('sha256'),
    crc32: value('crc32'),
    created_at: value('created_at'),
    stored_by: value('stored_by'),
    device: value('device'),
  }),
);

/** @throws BlobStoreAwayError where the store was retired meanwhile */
export const insertBlob = async (trx: Trx, blob: NewBlob): Promise<void> => {
  await inOpenStore(() => blobInsertion(trx, blob));
};

const blobQuery = prepareQuery((db, value: ValueOf<{ id: string }>) =>
  db.selectFrom('blobs').selectAll().where('id', '=', value('id')),
);

export const findBlob = async (db: Db, id: string): Promise<BlobRow | undefined> =>
  (await blobQuery(db, { id })).rows[0];
