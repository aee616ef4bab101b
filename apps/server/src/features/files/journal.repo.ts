import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { idsAtOnce, forPieces, rowsOf } from '#db/item-set.ts';
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

export const insertOperation = async (
  trx: Trx,
  operation: Insertable<OperationsTable>,
  items: readonly OperationItemRow[],
): Promise<void> => {
  await trx.insertInto('operations').values(operation).execute();
  await forPieces(items, async (piece) => {
    const rows = piece.map((item) => ({ ...item }));
    await sql`insert into operation_items (${names}) select ${names} from ${rowsOf(trx, columns, rows)}`.execute(
      trx,
    );
  });
};

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
  db
    .selectFrom('operation_items')
    .selectAll()
    .where('operation_id', '=', operationId)
    .orderBy('item_id')
    .execute();

/** Forgets an operation whole. */
export const removeOperation = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('operations').where('id', '=', id).execute();
};

/** Any operation made before a time; undefined where there is none. */
export const findOldOperation = (db: Db, before: number): Promise<OperationRow | undefined> =>
  db
    .selectFrom('operations')
    .selectAll()
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();

/** Removes some of an operation's items, a few thousand. @returns whether there are more */
export const removeSomeOperationItems = async (db: Db, operationId: string): Promise<boolean> => {
  const next = await db
    .selectFrom('operation_items')
    .select('item_id')
    .where('operation_id', '=', operationId)
    .orderBy('item_id')
    .offset(idsAtOnce)
    .limit(1)
    .executeTakeFirst();
  const all = db.deleteFrom('operation_items').where('operation_id', '=', operationId);
  await (next === undefined ? all : all.where('item_id', '<', next.item_id)).execute();
  return next !== undefined;
};
