import type { Insertable, Updateable } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import type { ShareRow, SharesTable } from '#db/tables/links.ts';

export const insertShare = (trx: Trx, share: Insertable<SharesTable>): Promise<ShareRow> =>
  trx.insertInto('shares').values(share).returningAll().executeTakeFirstOrThrow();

/** The link to an item that was not ended by hand, whether it is over or not. */
export const findShareOfItem = (trx: Trx, itemId: string): Promise<ShareRow | undefined> =>
  trx
    .selectFrom('shares')
    .selectAll()
    .where('item_id', '=', itemId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();

/** An owner's links, in whatever state. */
export const listOwnShares = (
  db: Db,
  { ownerId, tokens }: { readonly ownerId: string; readonly tokens: readonly string[] },
): Promise<ShareRow[]> =>
  db
    .selectFrom('shares')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where(isOneOf(db, 'token', tokens))
    .orderBy('id')
    .execute();

export const updateShares = async (
  trx: Trx,
  ids: readonly string[],
  changes: Updateable<SharesTable>,
): Promise<void> => {
  await trx
    .updateTable('shares')
    .set(changes)
    .where(isOneOf(trx, 'id', ids))
    .execute();
};
