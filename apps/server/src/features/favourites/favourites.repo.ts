import type { Favourite } from '@holdall/contract/users';
import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';

/** All favourites of a user in their order, those in the trash among them. */
export const listFavourites = (db: Db, userId: string): Promise<(Favourite & { owner_id: string })[]> =>
  db
    .selectFrom('favourites')
    .innerJoin('items', 'items.id', 'favourites.folder_id')
    .select(['items.id', 'items.name', 'items.emoji', 'items.color', 'items.owner_id'])
    .where('favourites.user_id', '=', userId)
    .orderBy('favourites.position')
    .orderBy('favourites.folder_id')
    .execute();

/** Writes the order; folders that are not there yet are added. */
export const putFavourites = async (trx: Trx, userId: string, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  await trx
    .insertInto('favourites')
    .values(ids.map((id, position) => ({ user_id: userId, folder_id: id, position })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'folder_id']).doUpdateSet({ position: sql<number>`excluded.position` }),
    )
    .execute();
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

/** Whether one of the user's files is among the items. */
export const includesFile = async (db: Db, ownerId: string, ids: readonly string[]): Promise<boolean> => {
  const row = await db
    .selectFrom('items')
    .select('id')
    .where(isOneOf(db, 'id', ids))
    .where('owner_id', '=', ownerId)
    .where('type', '=', 'file')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
