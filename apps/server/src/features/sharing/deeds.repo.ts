import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import type { ShareDeedRow, ShareRow } from '#db/tables/links.ts';
import type { EndedRow } from './deeds.types.ts';

/** One of an owner's links, also one that has ended. */
export const findOwnShare = (
  db: Db,
  { ownerId, token }: { readonly ownerId: string; readonly token: string },
): Promise<ShareRow | undefined> =>
  db
    .selectFrom('shares')
    .selectAll()
    .where('token', '=', token)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();

export interface DeedsWish {
  readonly shareId: string;
  /** Deeds older than this one. */
  readonly before?: string | undefined;
  readonly limit: number;
  /** Those alone that were not taken back. */
  readonly standing?: boolean;
}

/** Deeds, the latest first. */
export const listDeeds = (
  db: Db,
  { shareId, before, limit, standing = false }: DeedsWish,
): Promise<ShareDeedRow[]> => {
  let query = db.selectFrom('share_deeds').selectAll().where('share_id', '=', shareId);
  if (before !== undefined) query = query.where('id', '<', before);
  if (standing) query = query.where('reverted_at', 'is', null);
  return query.orderBy('id', 'desc').limit(limit).execute();
};

export const findDeed = (db: Db, shareId: string, id: string): Promise<ShareDeedRow | undefined> =>
  db
    .selectFrom('share_deeds')
    .selectAll()
    .where('share_id', '=', shareId)
    .where('id', '=', id)
    .executeTakeFirst();

export const countStanding = async (db: Db, shareId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('share_deeds')
    .select(sql<number | string>`count(*)`.as('count'))
    .where('share_id', '=', shareId)
    .where('reverted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const markReverted = async (trx: Trx | Db, ids: readonly string[], now: number): Promise<void> => {
  await trx
    .updateTable('share_deeds')
    .set({ reverted_at: now })
    .where(isOneOf(trx, 'id', ids))
    .where('reverted_at', 'is', null)
    .execute();
};

export const markSeen = async (db: Db, shareId: string): Promise<void> => {
  await db.updateTable('shares').set({ unseen: 0 }).where('id', '=', shareId).execute();
};

/** Links that ended since a time, by hand or by themselves, and through which something was done. */
export const listEnded = async (
  db: Db,
  { ownerId, since, now, limit }: { ownerId: string; since: number; now: number; limit: number },
): Promise<EndedRow[]> => {
  const rows = await db
    .selectFrom('shares')
    .leftJoin('items', (join) =>
      join.onRef('items.id', '=', 'shares.item_id').on('items.purged_at', 'is', null),
    )
    .select(['shares.id', 'token', 'item_id', 'unseen', 'items.name'])
    .select(sql<number>`coalesce(revoked_at, expires_at)`.as('ended_at'))
    .select((eb) =>
      eb
        .selectFrom('share_deeds')
        .select(sql<number | string>`count(*)`.as('count'))
        .whereRef('share_id', '=', 'shares.id')
        .as('deeds'),
    )
    .where('shares.owner_id', '=', ownerId)
    .where('visitors', '>', 0)
    .where((eb) =>
      eb.or([
        eb('revoked_at', '>=', since),
        eb.and([eb('revoked_at', 'is', null), eb('expires_at', '>=', since), eb('expires_at', '<=', now)]),
      ]),
    )
    .orderBy('ended_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ deeds, ...row }) => ({ ...row, deeds: Number(deeds ?? 0) }));
};
