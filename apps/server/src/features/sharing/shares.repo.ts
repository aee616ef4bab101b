import type { Insertable, Updateable } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import { isPostgres } from '#db/dialect.ts';
import type { ItemRow } from '#db/tables/files.ts';
import type { ShareRow, SharesTable } from '#db/tables/links.ts';

/** Locks an item until the transaction ends, so that its links are counted and made one at a time; SQLite has one writer. */
export const lockItem = async (trx: Trx, id: string): Promise<void> => {
  if (!isPostgres(trx)) return;
  await trx.selectFrom('items').select('id').where('id', '=', id).forNoKeyUpdate().execute();
};

/** Inserts a link. */
export const insertShare = (trx: Trx, share: Insertable<SharesTable>): Promise<ShareRow> =>
  trx.insertInto('shares').values(share).returningAll().executeTakeFirstOrThrow();

/** Lists the unrevoked links of an item, expired or not, the first one first. Few links of an item are not revoked. */
export const listLinksOfItem = (db: Db, itemId: string): Promise<ShareRow[]> =>
  db
    .selectFrom('shares')
    .selectAll()
    .where('item_id', '=', itemId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute();

export interface OwnSharesQuery {
  readonly ownerId: string;
  readonly tokens: readonly string[];
  /** Locks the rows until the transaction ends: guests and other tabs wait. */
  readonly lock: boolean;
}

/** Lists an owner's unrevoked links, expired or not. */
export const listOwnShares = (db: Db, { ownerId, tokens, lock }: OwnSharesQuery): Promise<ShareRow[]> => {
  const query = db
    .selectFrom('shares')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where(isOneOf(db, 'token', tokens))
    .where('revoked_at', 'is', null)
    .orderBy('id');
  return (lock && isPostgres(db) ? query.forNoKeyUpdate() : query).execute();
};

/** Lists an owner's unrevoked links to some items, and locks them until the transaction ends. */
export const listOwnLinksTo = (
  trx: Trx,
  ownerId: string,
  itemIds: readonly string[],
): Promise<ShareRow[]> => {
  const query = trx
    .selectFrom('shares')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where(isOneOf(trx, 'item_id', itemIds))
    .where('revoked_at', 'is', null)
    .orderBy('id');
  return (isPostgres(trx) ? query.forNoKeyUpdate() : query).execute();
};

/** Lists items that have links, also in the trash. */
export const listLinked = (
  db: Db,
  itemIds: readonly string[],
): Promise<Pick<ItemRow, 'id' | 'name' | 'parent_id'>[]> =>
  db
    .selectFrom('items')
    .select(['id', 'name', 'parent_id'])
    .where(isOneOf(db, 'id', itemIds))
    .execute();

/** Changes a link. @returns the link as it is now */
export const updateShare = (trx: Trx, id: string, changes: Updateable<SharesTable>): Promise<ShareRow> =>
  trx.updateTable('shares').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Revokes links. */
export const endShares = async (trx: Trx, ids: readonly string[], now: number): Promise<void> => {
  await trx
    .updateTable('shares')
    .set({ revoked_at: now })
    .where(isOneOf(trx, 'id', ids))
    .execute();
};
