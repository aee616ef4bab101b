import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';

/** Rows that one statement deletes, so that others do not wait for long. */
const deletedAtOnce = 1_000;
/** Links that one statement deletes, once their visits and downloads are deleted. */
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
