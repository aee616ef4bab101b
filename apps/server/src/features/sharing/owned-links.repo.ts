import type { Db } from '#db/database.ts';
import type { OwnedLink } from './share-activity.types.ts';

export interface OwnedLinksQuery {
  readonly ownerId: string;
  /** Only links that have not ended before this time. */
  readonly since: number;
  readonly limit: number;
}

/** Lists an owner's links that have not ended before a time, whatever happened to their items, the latest first. */
export const listOwnedLinks = (db: Db, { ownerId, since, limit }: OwnedLinksQuery): Promise<OwnedLink[]> =>
  db
    .selectFrom('shares')
    .leftJoin('items', (join) =>
      join.onRef('items.id', '=', 'shares.item_id').on('items.purged_at', 'is', null),
    )
    .select([
      'shares.id',
      'token',
      'item_id',
      'unseen',
      'visitors',
      'last_operation',
      'revoked_at',
      'expires_at',
    ])
    .select((eb) => eb.fn.coalesce('shares.name', 'items.name').as('name'))
    .select(['items.parent_id', 'items.deleted_at'])
    .where('shares.owner_id', '=', ownerId)
    .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoked_at', '>=', since)]))
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>=', since)]))
    .orderBy('shares.id', 'desc')
    .limit(limit)
    .execute();

/** Counts an owner's unseen received files. */
export const countUnseenFiles = async (db: Db, ownerId: string): Promise<number> => {
  const row = await db
    .selectFrom('file_requests')
    .select((eb) => eb.fn.sum<number | string | null>('unseen').as('unseen'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return Number(row?.unseen ?? 0);
};
