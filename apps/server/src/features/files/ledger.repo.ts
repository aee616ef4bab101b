import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { idsAtOnce, isOneOf, readPages, rowsOf, type RowValue } from '#db/item-set.ts';
import { isPostgres } from '#db/dialect.ts';
import type {
  OperationItemRow,
  OperationItemsTable,
  OperationRow,
  OperationsTable,
} from '#db/tables/operations.ts';
import { firstIdOf } from '#ports/ids.ts';
import type { ItemChange, ItemState } from './changes.types.ts';

/** The columns of `items` that the ledger keeps, and the names of their values before and after a change. */
const kept = {
  parent_id: { type: 'text', before: 'parent_before', after: 'parent_after' },
  name: { type: 'text', before: 'name_before', after: 'name_after' },
  color: { type: 'text', before: 'color_before', after: 'color_after' },
  emoji: { type: 'text', before: 'emoji_before', after: 'emoji_after' },
  deleted_at: { type: 'bigint', before: 'deleted_before', after: 'deleted_after' },
  trashed_by: { type: 'text', before: 'trashed_by_before', after: 'trashed_by_after' },
} as const satisfies Record<
  Exclude<keyof ItemState, 'purged_at'>,
  {
    readonly type: 'text' | 'bigint';
    readonly before: keyof OperationItemsTable;
    readonly after: keyof OperationItemsTable;
  }
>;
type Kept = keyof typeof kept;
const keptColumns = Object.keys(kept) as Kept[];
const columns = sql.join(
  [
    'operation_id',
    'item_id',
    ...keptColumns.map((column) => kept[column].before),
    ...keptColumns.map((column) => kept[column].after),
  ].map((name) => sql.ref(name)),
);

export const insertOperation = async (trx: Trx, operation: Insertable<OperationsTable>): Promise<void> => {
  await trx.insertInto('operations').values(operation).execute();
};

/** Tells how a column of some items changes: not at all, alike for all of them, or differently for each. */
const columnChangeOf = (changes: readonly ItemChange[], column: Kept): 'kept' | 'common' | 'own' => {
  if (changes.every(({ before, after }) => before[column] === after[column])) return 'kept';
  return changes.every(({ after }) => after[column] === changes[0]?.after[column]) ? 'common' : 'own';
};

/**
 * Adds up to a few thousand items to an operation before they are changed. The statement reads their current
 * state from the table, and only values that differ between items are sent.
 */
export const insertOperationItems = async (
  trx: Trx,
  operationId: string,
  changes: readonly ItemChange[],
): Promise<void> => {
  const columnChanges = keptColumns.map((column) => ({ column, change: columnChangeOf(changes, column) }));
  const own = columnChanges.filter(({ change }) => change === 'own').map(({ column }) => column);
  const become = columnChanges.map(({ column, change }) => {
    if (change === 'own') return sql`${sql.ref(`d.${column}`)}`;
    if (change === 'kept') return sql`${sql.ref(`items.${column}`)}`;
    return sql`cast(${changes[0]?.after[column] ?? null} as ${sql.raw(kept[column].type)})`;
  });
  const ids = changes.map(({ before }) => before.id);
  const types = {
    id: 'text',
    ...Object.fromEntries(own.map((column) => [column, kept[column].type])),
  } as const;
  const rows = changes.map(({ before, after }): Record<string, RowValue> => ({ ...after, id: before.id }));
  // Without this join order SQLite might read every item for each row.
  const joined = sql.raw(isPostgres(trx) ? 'join' : 'cross join');
  const source =
    own.length === 0
      ? sql`items where ${isOneOf(trx, 'items.id', ids)}`
      : sql`${rowsOf<string>(trx, types, rows)} ${joined} items on items.id = d.id`;
  await sql`insert into operation_items (${columns})
    select cast(${operationId} as text), items.id,
      ${sql.join(keptColumns.map((column) => sql.ref(`items.${column}`)))}, ${sql.join(become)}
    from ${source}`.execute(trx);
};

/** Adds created items as they are now, with the content that they were created with; before, none was in the trash. */
export const insertCreatedItems = async (
  trx: Trx,
  operationId: string,
  ids: readonly string[],
): Promise<void> => {
  await sql`insert into operation_items (${columns}, blob_after)
    select cast(${operationId} as text), id, parent_id, name, color, emoji, null, null,
      parent_id, name, color, emoji, deleted_at, trashed_by, blob_id
    from items where ${isOneOf(trx, 'id', ids)}`.execute(trx);
};

/** A change of a file's content. */
export interface ContentsOfItem {
  readonly itemId: string;
  readonly blobBefore: string | null;
  readonly blobAfter: string | null;
}

/** Adds a file that got another content and is the same otherwise. */
export const insertOverwrittenItem = async (
  trx: Trx,
  operationId: string,
  { itemId, blobBefore, blobAfter }: ContentsOfItem,
): Promise<void> => {
  const state = sql.join(keptColumns.map((column) => sql.ref(column)));
  await sql`insert into operation_items (${columns}, blob_before, blob_after)
    select cast(${operationId} as text), id, ${state}, ${state}, cast(${blobBefore} as text), cast(${blobAfter} as text)
    from items where id = ${itemId}`.execute(trx);
};

/** Milliseconds since which the operation was recorded that a save in quick succession extends. */
const extendedSince = 10 * 60_000;

/** Lets the operation that stored the former content end with the new one. @returns false when there is none */
export const extendOverwrite = async (
  trx: Trx,
  { itemId, blobBefore, blobAfter }: ContentsOfItem,
  now: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('operation_items')
    .set({ blob_after: blobAfter })
    .where('operation_id', '>=', firstIdOf(now - extendedSince))
    .where('item_id', '=', itemId)
    .where('blob_after', '=', blobBefore)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Operations that one statement deletes. */
const operationsPerStatement = 500;

export interface OperationQuery {
  readonly id: string;
  readonly ownerId: string;
  /** The principal that made the change; undefined: any guest of a link. */
  readonly principal: string | undefined;
  /** Milliseconds since 1970: an older operation cannot be undone. */
  readonly since: number;
  readonly now: number;
}

/** The columns of an operation that its undo reads. */
export type RevertedOperation = Pick<OperationRow, 'kind' | 'created_at'>;

/** Marks an operation as undone. @returns undefined if there is none that can be undone */
export const markReverted = (
  trx: Trx,
  { id, ownerId, principal, since, now }: OperationQuery,
): Promise<RevertedOperation | undefined> =>
  trx
    .updateTable('operations')
    .set({ reverted_at: now })
    .where((eb) =>
      principal === undefined ? eb('share_id', 'is not', null) : eb('principal', '=', principal),
    )
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('created_at', '>=', since)
    .where('reverted_at', 'is', null)
    .returning(['kind', 'created_at'])
    .executeTakeFirst();

export const listOperationItems = (db: Db, operationId: string): Promise<OperationItemRow[]> =>
  readPages<OperationItemRow>((after, limit) =>
    db
      .selectFrom('operation_items')
      .selectAll()
      .where('operation_id', '=', operationId)
      .where('item_id', '>', after?.item_id ?? '')
      .orderBy('item_id')
      .limit(limit)
      .execute(),
  );

/** Deletes operations whose items are few or deleted already. */
export const removeOperations = async (db: Db, ids: readonly string[]): Promise<void> => {
  await db
    .deleteFrom('operations')
    .where(isOneOf(db, 'id', ids))
    .execute();
};

/** Lists some operations from before a time; those of users are kept for less time than those of guests. */
export const listOldOperations = async (
  db: Db,
  before: { readonly own: number; readonly guests: number },
): Promise<string[]> => {
  const listBefore = (time: number) =>
    db.selectFrom('operations').select('id').where('id', '<', firstIdOf(time)).limit(operationsPerStatement);
  const own = await listBefore(before.own).where('share_id', 'is', null).execute();
  const oldest = await listBefore(before.guests).execute();
  return [...own, ...oldest].map(({ id }) => id);
};

/** Lists some operations of one account. */
export const listOperationsOf = async (db: Db, ownerId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('operations')
    .select('id')
    .where('owner_id', '=', ownerId)
    .limit(operationsPerStatement)
    .execute();
  return rows.map(({ id }) => id);
};

/** Deletes a few thousand items of operations. @returns whether there may be more */
export const removeSomeOperationItems = async (db: Db, operationIds: readonly string[]): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`delete from operation_items where (operation_id, item_id) in (
    select operation_id, item_id from operation_items
    where ${isOneOf(db, 'operation_id', operationIds)} limit ${idsAtOnce}
  )`.execute(db);
  return numAffectedRows >= idsAtOnce;
};
