import { type NotNull, sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import { isPostgres } from '#db/dialect.ts';
import type { ShareRow } from '#db/tables/links.ts';
import type { GuestOperationKind } from '#features/links/index.ts';
import type { GuestOperation } from './share-activity.types.ts';

/** Finds one of an owner's links, ended or not. */
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

/** Returns the name of the shared item; undefined if it is gone. */
export const findSharedName = async (db: Db, itemId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('items')
    .select('name')
    .where('id', '=', itemId)
    .where('purged_at', 'is', null)
    .executeTakeFirst();
  return row?.name;
};

export interface ActivityQuery {
  readonly shareId: string;
  /** Entries older than this one. */
  readonly before?: string | undefined;
  readonly limit: number;
  /** Only entries that were not reverted. */
  readonly revertible?: boolean;
}

/** Selects the operations that guests of a link have made. */
const selectActivity = (db: Db, shareId: string) =>
  db
    .selectFrom('operations')
    .select(['id', 'share_id', 'kind', 'created_at', 'visit', 'count', 'name', 'to_name', 'reverted_at'])
    .where('share_id', '=', shareId)
    .$narrowType<{ share_id: NotNull; visit: NotNull; kind: GuestOperationKind }>();

/** Lists entries, the latest first. */
export const listActivity = (
  db: Db,
  { shareId, before, limit, revertible = false }: ActivityQuery,
): Promise<GuestOperation[]> => {
  let query = selectActivity(db, shareId);
  if (before !== undefined) query = query.where('id', '<', before);
  if (revertible) query = query.where('reverted_at', 'is', null);
  return query.orderBy('id', 'desc').limit(limit).execute();
};

/** Finds one entry of a link. */
export const findEntry = (db: Db, shareId: string, id: string): Promise<GuestOperation | undefined> =>
  selectActivity(db, shareId).where('id', '=', id).executeTakeFirst();

/** Counts the entries of a link that were not reverted. */
export const countRevertible = async (db: Db, shareId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('operations')
    .select(sql<number | string>`count(*)`.as('count'))
    .where('share_id', '=', shareId)
    .where('reverted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Counts the entries after one of them. */
const countSince = async (trx: Trx, shareId: string, id: string): Promise<number> => {
  const { count } = await trx
    .selectFrom('operations')
    .select(sql<number | string>`count(*)`.as('count'))
    .where('share_id', '=', shareId)
    .where('id', '>', id)
    .executeTakeFirstOrThrow();
  return Number(count);
};

const later = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other > one) ? other : one;

/**
 * Marks entries as seen: all of them, or up to one.
 *
 * @returns whether any was unseen
 */
export const markSeen = async (trx: Trx, shareId: string, until: string | undefined): Promise<boolean> => {
  const query = trx
    .selectFrom('shares')
    .select(['unseen', 'last_operation', 'notified_until'])
    .where('id', '=', shareId);
  // Guests wait until the transaction ends, so that their next changes stay unseen.
  const share = await (isPostgres(trx) ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (share === undefined || share.unseen === 0 || share.last_operation === null) return false;
  const seen = until === undefined || until > share.last_operation ? share.last_operation : until;
  const unseen = Math.min(share.unseen, await countSince(trx, shareId, seen));
  await trx
    .updateTable('shares')
    .set({ unseen, notified_until: later(share.notified_until, seen) })
    .where('id', '=', shareId)
    .execute();
  return unseen < share.unseen;
};

/** Counts the entries of each link. */
export const countEntries = async (db: Db, shareIds: readonly string[]): Promise<Map<string, number>> => {
  if (shareIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('operations')
    .select(['share_id', sql<number | string>`count(*)`.as('count')])
    .where(isOneOf(db, 'share_id', shareIds))
    .groupBy('share_id')
    .$narrowType<{ share_id: NotNull }>()
    .execute();
  return new Map(rows.map(({ share_id: id, count }) => [id, Number(count)]));
};
