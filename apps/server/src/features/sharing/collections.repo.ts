import type { Db, Trx } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import type { ItemRow } from '#db/tables/files.ts';
import type { ShareRow } from '#db/tables/links.ts';

export type MemberRow = Pick<ItemRow, 'id' | 'type' | 'size' | 'parent_id'> & { readonly share_id: string };

/** Lists the items of collections, except those that are in the trash themselves. */
export const listMemberRows = (db: Db, shareIds: readonly string[]): Promise<MemberRow[]> =>
  db
    .selectFrom('share_items')
    .innerJoin('items', 'items.id', 'share_items.item_id')
    .select(['share_id', 'items.id', 'items.type', 'items.size', 'items.parent_id'])
    .where(isOneOf(db, 'share_id', shareIds))
    .where('items.deleted_at', 'is', null)
    .where('items.purged_at', 'is', null)
    .execute();

/** Lists items by their ids, folders first, sorted by name. */
export const listByIds = (db: Db, ids: readonly string[]): Promise<ItemRow[]> =>
  db
    .selectFrom('items')
    .selectAll()
    .where(isOneOf(db, 'id', ids))
    .orderBy('type', 'desc')
    .orderBy('sort_key')
    .orderBy('id')
    .execute();

/** Adds items to a collection; existing ones are ignored. */
export const insertMembers = async (trx: Trx, shareId: string, itemIds: readonly string[]): Promise<void> => {
  if (itemIds.length === 0) return;
  await trx
    .insertInto('share_items')
    .values(itemIds.map((itemId) => ({ share_id: shareId, item_id: itemId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Removes items from a collection. */
export const removeMembers = async (trx: Trx, shareId: string, itemIds: readonly string[]): Promise<void> => {
  if (itemIds.length === 0) return;
  await trx
    .deleteFrom('share_items')
    .where('share_id', '=', shareId)
    .where(isOneOf(trx, 'item_id', itemIds))
    .execute();
};

/** Counts the items of a collection, those in the trash included. */
export const countMembers = async (db: Db, shareId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('share_items')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('share_id', '=', shareId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

export interface CollectionsPage {
  readonly ownerId: string;
  /** Collections older than this one. */
  readonly before: string | undefined;
  readonly limit: number;
  readonly now: number;
}

/** Lists an owner's active collections, the latest first. */
export const listCollectionLinks = (
  db: Db,
  { ownerId, before, limit, now }: CollectionsPage,
): Promise<ShareRow[]> => {
  const query = db
    .selectFrom('shares')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .whereRef('item_id', '=', 'id')
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('id', 'desc')
    .limit(limit);
  return (before === undefined ? query : query.where('id', '<', before)).execute();
};
