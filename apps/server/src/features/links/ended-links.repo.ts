import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isOneOf, isPostgres } from '#db/item-set.ts';
import { firstIdOf } from '#ports/ids.ts';

/** Rows that one statement deletes, so that others do not wait for long. */
const deletedAtOnce = 1_000;
/** Links that one statement deletes, once their activity is deleted. */
const linksAtOnce = 200;

/** Ends the links to items that were purged, and the collections that have no item left. */
export const endLinksToNothing = async (db: Db, now: number): Promise<void> => {
  await db
    .updateTable('shares')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('items').select('items.id').whereRef('items.id', '=', 'shares.item_id')),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('share_items').select('share_id').whereRef('share_items.share_id', '=', 'shares.id'),
        ),
      ),
    )
    .execute();
};

/** Lists some links that expired or were revoked before a time. */
export const listEndedBefore = async (db: Db, before: number): Promise<string[]> => {
  const revoked = db.selectFrom('shares').select('id').where('revoked_at', '<', before).limit(linksAtOnce);
  const expired = db
    .selectFrom('shares')
    .select('id')
    .where('revoked_at', 'is', null)
    .where('expires_at', '<', before)
    .limit(linksAtOnce);
  const found = [...(await revoked.execute()), ...(await expired.execute())];
  return found.map(({ id }) => id);
};

/** Lists some links of an owner. */
export const listSomeOf = async (db: Db, ownerId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('shares')
    .select('id')
    .where('owner_id', '=', ownerId)
    .limit(linksAtOnce)
    .execute();
  return rows.map(({ id }) => id);
};

/** Deletes some activity of links. @returns whether there may be more */
export const removeSomeActivity = async (db: Db, shareIds: readonly string[]): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`delete from share_deeds where id in (
    select id from share_deeds where ${isOneOf(db, 'share_id', shareIds)} limit ${deletedAtOnce}
  )`.execute(db);
  return numAffectedRows >= deletedAtOnce;
};

/** Lists some links that have unseen activity from before a time. */
export const listUnseenBefore = async (db: Db, before: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('shares')
    .select('id')
    .where('unseen', '>', 0)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('share_deeds')
          .select('share_deeds.id')
          .whereRef('share_id', '=', 'shares.id')
          .where('share_deeds.id', '<', firstIdOf(before)),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
};

/** Marks activity from before a time as seen. Guests wait until the transaction ends. */
export const markSeenBefore = async (trx: Trx, shareId: string, before: number): Promise<void> => {
  const query = trx.selectFrom('shares').select('unseen').where('id', '=', shareId);
  const { unseen } = await (isPostgres(trx) ? query.forNoKeyUpdate() : query).executeTakeFirstOrThrow();
  const { count } = await trx
    .selectFrom('share_deeds')
    .select(sql<number | string>`count(*)`.as('count'))
    .where('share_id', '=', shareId)
    .where('id', '>=', firstIdOf(before))
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('shares')
    .set({ unseen: Math.min(unseen, Number(count)) })
    .where('id', '=', shareId)
    .execute();
};

/** Deletes some activity from before a time, of any link. @returns whether there may be more */
export const removeSomeActivityBefore = async (db: Db, before: number): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`delete from share_deeds where id in (
    select id from share_deeds where id < ${firstIdOf(before)} limit ${deletedAtOnce}
  )`.execute(db);
  return numAffectedRows >= deletedAtOnce;
};

/** Deletes some visits of links. @returns whether there may be more */
export const removeSomeVisits = async (db: Db, shareIds: readonly string[]): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`delete from share_visits where (share_id, visit) in (
    select share_id, visit from share_visits where ${isOneOf(db, 'share_id', shareIds)} limit ${deletedAtOnce}
  )`.execute(db);
  return numAffectedRows >= deletedAtOnce;
};

/** Deletes some downloads of links. @returns whether there may be more */
export const removeSomeGrants = async (db: Db, shareIds: readonly string[]): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`delete from share_downloads where (share_id, visit, subject) in (
    select share_id, visit, subject from share_downloads
    where ${isOneOf(db, 'share_id', shareIds)} limit ${deletedAtOnce}
  )`.execute(db);
  return numAffectedRows >= deletedAtOnce;
};

export const removeShares = async (db: Db, ids: readonly string[]): Promise<void> => {
  await db
    .deleteFrom('shares')
    .where(isOneOf(db, 'id', ids))
    .execute();
};
