import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import type { ShareActivityTable } from '#db/tables/links.ts';

interface Visit {
  readonly shareId: string;
  readonly visit: string;
}

/** Returns the number of a visit that has made changes before. */
export const numberVisit = async (db: Db, { shareId, visit }: Visit): Promise<number | undefined> => {
  const row = await db
    .selectFrom('share_visits')
    .select('number')
    .where('share_id', '=', shareId)
    .where('visit', '=', visit)
    .executeTakeFirst();
  return row?.number;
};

/** Assigns the next number of its link to a visit. Of two concurrent visits the second waits for the first. */
export const countVisitor = async (
  trx: Trx,
  { shareId, visit, now }: Visit & { readonly now: number },
): Promise<number> => {
  const { visitors } = await trx
    .updateTable('shares')
    .set({ visitors: sql<number>`visitors + 1` })
    .where('id', '=', shareId)
    .returning('visitors')
    .executeTakeFirstOrThrow();
  const row = await trx
    .insertInto('share_visits')
    .values({ share_id: shareId, visit, number: visitors, created_at: now })
    // The same visit may make two changes at once.
    .onConflict((conflict) => conflict.columns(['share_id', 'visit']).doUpdateSet({ visit }))
    .returning('number')
    .executeTakeFirstOrThrow();
  return row.number;
};

export const insertActivity = async (trx: Trx, entry: Insertable<ShareActivityTable>): Promise<void> => {
  await trx.insertInto('share_deeds').values(entry).execute();
  await trx
    .updateTable('shares')
    .set({ unseen: sql<number>`unseen + 1`, last_deed: entry.id })
    .where('id', '=', entry.share_id)
    .execute();
};

/** Marks an entry, given by its id or its operation, as reverted. @returns whether it was not reverted before */
export const markReverted = async (
  trx: Trx,
  { by, value, now }: { readonly by: 'id' | 'operation_id'; readonly value: string; readonly now: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('share_deeds')
    .set({ reverted_at: now })
    .where(by, '=', value)
    .where('reverted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
