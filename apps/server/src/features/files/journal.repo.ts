import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { idsAtOnce, isOneOf, readPages, rowsOf } from '#db/item-set.ts';
import type {
  OperationItemRow,
  OperationItemsTable,
  OperationRow,
  OperationsTable,
} from '#db/tables/operations.ts';

const columns = {
  operation_id: 'text',
  item_id: 'text',
  parent_before: 'text',
  name_before: 'text',
  color_before: 'text',
  emoji_before: 'text',
  deleted_before: 'bigint',
  trashed_by_before: 'text',
  parent_after: 'text',
  name_after: 'text',
  color_after: 'text',
  emoji_after: 'text',
  deleted_after: 'bigint',
  trashed_by_after: 'text',
} as const satisfies Record<keyof OperationItemsTable, 'text' | 'bigint'>;
const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));

export const insertOperation = async (trx: Trx, operation: Insertable<OperationsTable>): Promise<void> => {
  await trx.insertInto('operations').values(operation).execute();
};

/** Adds items to an operation, a few thousand at the most. */
export const insertOperationItems = async (trx: Trx, items: readonly OperationItemRow[]): Promise<void> => {
  const rows = rowsOf(
    trx,
    columns,
    items.map((item) => ({ ...item })),
  );
  await sql`insert into operation_items (${names}) select ${names} from ${rows}`.execute(trx);
};

/** Operations that are forgotten by one statement. */
const operationsAtOnce = 500;

export interface OperationWish {
  readonly id: string;
  readonly ownerId: string;
  /** Who made the change. */
  readonly principal: string;
  /** Milliseconds since 1970: an older one counts as forgotten. */
  readonly since: number;
}

export const findOperation = (
  db: Db,
  { id, ownerId, principal, since }: OperationWish,
): Promise<OperationRow | undefined> =>
  db
    .selectFrom('operations')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('principal', '=', principal)
    .where('created_at', '>=', since)
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

/** Forgets operations, whose items are few or gone already. */
export const removeOperations = async (db: Db, ids: readonly string[]): Promise<void> => {
  await db
    .deleteFrom('operations')
    .where(isOneOf(db, 'id', ids))
    .execute();
};

/** Some operations made before a time, the oldest first. */
export const listOldOperations = async (db: Db, before: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('operations')
    .select('id')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(operationsAtOnce)
    .execute();
  return rows.map(({ id }) => id);
};

/** Removes some items of operations, a few thousand. @returns whether there may be more */
export const removeSomeOperationItems = async (db: Db, operationIds: readonly string[]): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`delete from operation_items where (operation_id, item_id) in (
    select operation_id, item_id from operation_items
    where ${isOneOf(db, 'operation_id', operationIds)} limit ${idsAtOnce}
  )`.execute(db);
  return numAffectedRows >= idsAtOnce;
};
