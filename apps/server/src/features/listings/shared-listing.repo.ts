import type { ListingQuery } from '@holdall/contract/page';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import type { ItemRow } from '#db/tables/files.ts';

const columns = {
  created_at: 'items.created_at',
  name: 'items.sort_key',
  size: 'items.size',
  modified_at: 'items.modified_at',
} as const;

export type SharedItem = Pick<ItemRow, 'id' | 'type' | 'size' | 'parent_id'>;

/** Lists items with an active link, folders first, including those inside a trashed folder. */
export const listSharedItems = (
  db: Db,
  {
    ownerId,
    now,
    sort,
    direction,
    limit,
  }: Pick<ListingQuery, 'sort' | 'direction'> & {
    readonly ownerId: string;
    readonly now: number;
    readonly limit: number;
  },
): Promise<SharedItem[]> => {
  const order = direction === 'ASC' ? 'asc' : 'desc';
  return (
    db
      .selectFrom('items')
      .select(['items.id', 'items.type', 'items.size', 'items.parent_id'])
      .where('items.id', 'in', (eb) =>
        eb
          .selectFrom('shares')
          .select('item_id')
          .where('owner_id', '=', ownerId)
          .where('revoked_at', 'is', null)
          .where((of) => of.or([of('expires_at', 'is', null), of('expires_at', '>', now)])),
      )
      .where('items.deleted_at', 'is', null)
      .where('items.purged_at', 'is', null)
      .orderBy(sql`case when items.type = 'folder' then 0 else 1 end`)
      // Folders have no size, so a sort by size lists them by name.
      .orderBy(
        sql`case when items.type = 'folder' then ${sql.ref(columns[sort === 'size' ? 'name' : sort])} end`,
        order,
      )
      .orderBy(columns[sort], order)
      .orderBy('items.id', order)
      .limit(limit)
      .execute()
  );
};

export const listItemsById = (db: Db, ids: readonly string[]): Promise<ItemRow[]> =>
  db
    .selectFrom('items')
    .selectAll()
    .where(isOneOf(db, 'id', ids))
    .execute();
