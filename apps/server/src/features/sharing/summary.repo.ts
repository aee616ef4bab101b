import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import type { NotedLink, UnseenDeed } from './summary.types.ts';

/** An owner's links that have not ended before a time, whatever became of the items. */
export const listNotedLinks = (
  db: Db,
  { ownerId, since, limit }: { readonly ownerId: string; readonly since: number; readonly limit: number },
): Promise<NotedLink[]> =>
  db
    .selectFrom('shares')
    .leftJoin('items', (join) =>
      join.onRef('items.id', '=', 'shares.item_id').on('items.purged_at', 'is', null),
    )
    .select(['shares.id', 'token', 'unseen', 'revoked_at', 'expires_at'])
    .select(['items.name', 'items.parent_id', 'items.deleted_at'])
    .where('shares.owner_id', '=', ownerId)
    .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoked_at', '>=', since)]))
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>=', since)]))
    .orderBy('shares.id', 'desc')
    .limit(limit)
    .execute();

/** The last deed through any of these links. */
export const findLastDeed = (db: Db, shareIds: readonly string[]): Promise<UnseenDeed | undefined> =>
  db
    .selectFrom('share_deeds')
    .select(['share_id', 'visit', 'at'])
    .where(isOneOf(db, 'share_id', shareIds))
    .orderBy(sql.ref('id'), 'desc')
    .limit(1)
    .executeTakeFirst();
