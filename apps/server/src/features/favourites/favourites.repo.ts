import type { ItemRef } from '@holdall/contract/selections';
import type { Favourite } from '@holdall/contract/users';
import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isOneOf, rowsOf } from '#db/item-set.ts';

/** Lists all favourites of a user in their order, those in the trash included. */
export const listFavourites = (db: Db, userId: string): Promise<(Favourite & { owner_id: string })[]> =>
  db
    .selectFrom('favourites')
    .innerJoin('items', 'items.id', 'favourites.folder_id')
    .select(['items.id', 'items.type', 'items.name', 'items.emoji', 'items.color'])
    .select(['items.category', 'items.parent_id', 'items.owner_id'])
    .where('favourites.user_id', '=', userId)
    .orderBy('favourites.position')
    .orderBy('favourites.folder_id')
    .execute();

/** Appends items; existing favourites stay where they are. @param position of the first */
export const insertFavourites = async (
  trx: Trx,
  userId: string,
  { ids, position }: { readonly ids: readonly string[]; readonly position: number },
): Promise<void> => {
  await trx
    .insertInto('favourites')
    .values(ids.map((id, index) => ({ user_id: userId, folder_id: id, position: position + index })))
    .onConflict((conflict) => conflict.columns(['user_id', 'folder_id']).doNothing())
    .execute();
};

/** Writes the order; a favourite that is purged at the same time is skipped. */
export const orderFavourites = async (trx: Trx, userId: string, ids: readonly string[]): Promise<void> => {
  const rows = ids.map((id, position) => ({ id, position }));
  await sql`update favourites set position = d.position
    from ${rowsOf(trx, { id: 'text', position: 'bigint' }, rows)}
    where favourites.folder_id = d.id and favourites.user_id = ${userId}`.execute(trx);
};

/** @returns whether it was one */
export const deleteFavourite = async (db: Db, userId: string, id: string): Promise<boolean> => {
  const result = await db
    .deleteFrom('favourites')
    .where('user_id', '=', userId)
    .where('folder_id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
};

/** Returns the items of these ids that exist, whoever owns them, with their types. */
export const listTypes = (db: Db, ids: readonly string[]): Promise<ItemRef[]> =>
  db
    .selectFrom('items')
    .select(['id', 'type'])
    .where(isOneOf(db, 'id', ids))
    .execute();
