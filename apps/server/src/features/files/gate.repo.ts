import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { forPieces, isOneOf, readPages } from '#db/item-set.ts';
import { isPostgres } from '#db/dialect.ts';
import { prepareQuery, type ValueOf } from '#db/prepared-query.ts';
import type { ItemRow } from '#db/tables/files.ts';
import type { SelectedRow } from './changes.types.ts';

/** Far more than folders may nest: a cycle in damaged data must not make a query run forever. */
const maxPathLength = 1024;

const pathQuery = prepareQuery((db, value: ValueOf<{ id: string }>) =>
  db
    .withRecursive('path', (cte) =>
      cte
        .selectFrom('items')
        .select(['id', 'parent_id', sql<number>`0`.as('distance')])
        .where('id', '=', value('id'))
        .unionAll((eb) =>
          eb
            .selectFrom('items as parent')
            .innerJoin('path', 'path.parent_id', 'parent.id')
            .select(['parent.id', 'parent.parent_id', sql<number>`path.distance + 1`.as('distance')])
            .where('path.distance', '<', maxPathLength),
        ),
    )
    .selectFrom('path')
    // SQLite keeps to this order, and looks each item of the path up by its key.
    .crossJoin('items')
    .whereRef('items.id', '=', 'path.id')
    .selectAll('items')
    .orderBy('distance'),
);

/** Finds an item and the folders above it, nearest first; empty when there is no such item. */
export const findItemPath = async (db: Db, id: string): Promise<ItemRow[]> =>
  (await pathQuery(db, { id })).rows;

/** The columns of a folder above a selected item. */
export type FolderAbove = Pick<ItemRow, 'id' | 'parent_id' | 'deleted_at' | 'purged_at'>;
const aboveColumns = ['id', 'parent_id', 'deleted_at', 'purged_at'] as const;

/** Lists the folders of these ids and all folders above them, each once. */
export const listFoldersAbove = async (db: Db, ids: readonly string[]): Promise<FolderAbove[]> => {
  const found = new Map<string, FolderAbove>();
  await forPieces(ids, async (piece) => {
    const rows = await db
      .withRecursive('above', (cte) =>
        cte
          .selectFrom('items')
          .select(aboveColumns)
          .where(isOneOf(db, 'id', piece))
          .union((eb) =>
            eb
              .selectFrom('items as parent')
              .innerJoin('above', 'above.parent_id', 'parent.id')
              .select(['parent.id', 'parent.parent_id', 'parent.deleted_at', 'parent.purged_at']),
          ),
      )
      .selectFrom('above')
      .selectAll()
      .execute();
    for (const row of rows) found.set(row.id, row);
  });
  return [...found.values()];
};

const selectedColumns = [
  'id',
  'owner_id',
  'parent_id',
  'type',
  'name',
  'color',
  'emoji',
  'blob_id',
  'size',
  'items_count',
  'files_count',
  'modified_at',
  'deleted_at',
  'trashed_by',
  'purged_at',
] as const satisfies readonly (keyof SelectedRow)[];

/**
 * Copies a row field by field, because the objects of SQLite's driver are slow to read and slower to clone.
 * The driver also creates a new string for each value, so a value equal to that of the row before is shared.
 */
const selectedOf = (row: SelectedRow, before: SelectedRow | undefined): SelectedRow => ({
  id: row.id,
  owner_id: row.owner_id === before?.owner_id ? before.owner_id : row.owner_id,
  parent_id: row.parent_id === before?.parent_id ? before.parent_id : row.parent_id,
  type: row.type === 'folder' ? 'folder' : 'file',
  name: row.name,
  color: row.color,
  emoji: row.emoji,
  blob_id: row.blob_id,
  size: row.size,
  items_count: row.items_count,
  files_count: row.files_count,
  modified_at: row.modified_at,
  deleted_at: row.deleted_at,
  trashed_by: row.trashed_by === before?.trashed_by ? before.trashed_by : row.trashed_by,
  purged_at: row.purged_at,
});

const copiesOf = (rows: readonly SelectedRow[]): SelectedRow[] => {
  const copies: SelectedRow[] = [];
  for (const row of rows) copies.push(selectedOf(row, copies.at(-1)));
  return copies;
};

interface Reading {
  /** Locks the rows until the transaction ends. SQLite has a single writer anyway. */
  readonly lock: boolean;
}

const selecting = (db: Db, { lock }: Reading) => {
  const query = db.selectFrom('items').select(selectedColumns);
  return lock && isPostgres(db) ? query.forNoKeyUpdate() : query;
};

/** Lists the items of these ids in any state; unknown ones are missing. */
export const listSelected = async (
  db: Db,
  ids: readonly string[],
  reading: Reading,
): Promise<SelectedRow[]> => {
  const rows: SelectedRow[] = [];
  await forPieces([...ids].sort(), async (piece) => {
    // All transactions lock in one order, so that no deadlock can occur.
    const found = selecting(db, reading)
      .where(isOneOf(db, 'id', piece))
      .orderBy('id');
    for (const row of copiesOf(await found.execute())) rows.push(row);
  });
  return rows;
};

export interface ContentsQuery extends Reading {
  /** A folder, or the owner for the top of the account. */
  readonly container: string;
  readonly limit: number;
}

/** Lists the live direct contents of a folder or of the top of an account. */
export const listContents = (db: Db, { container, limit, lock }: ContentsQuery): Promise<SelectedRow[]> =>
  readPages<SelectedRow>(async (after, count) => {
    const contents = selecting(db, { lock })
      .where('container_id', '=', container)
      .where('deleted_at', 'is', null)
      .where('name', '>', after?.name ?? '')
      .orderBy('name')
      .limit(count);
    return copiesOf(await contents.execute());
  }, limit);

export interface EntriesQuery extends Reading {
  readonly ownerId: string;
  readonly limit: number;
}

/** Lists everything in an owner's trash that is not permanently deleted; folders first. */
export const listTrashEntries = async (
  db: Db,
  { ownerId, limit, lock }: EntriesQuery,
): Promise<SelectedRow[]> => {
  const listType = (type: ItemRow['type'], most: number): Promise<SelectedRow[]> =>
    readPages<SelectedRow>(async (after, count) => {
      const entries = selecting(db, { lock })
        .where('owner_id', '=', ownerId)
        .where('type', '=', type)
        .where('deleted_at', 'is not', null)
        .where('purged_at', 'is', null)
        .orderBy('deleted_at')
        .orderBy('id')
        .limit(count);
      const next =
        after === undefined
          ? entries
          : entries.where(sql<boolean>`(deleted_at, id) > (${after.deleted_at}, ${after.id})`);
      return copiesOf(await next.execute());
    }, most);
  const folders = await listType('folder', limit);
  const files = await listType('file', limit - folders.length);
  return folders.concat(files);
};
