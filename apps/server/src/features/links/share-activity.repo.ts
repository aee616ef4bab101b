import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';
import { firstIdOf } from '#ports/ids.ts';

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

/** Counts a change as unseen by the link's owner. */
export const countUnseen = async (trx: Trx, shareId: string, operationId: string): Promise<void> => {
  await trx
    .updateTable('shares')
    .set({ unseen: sql<number>`unseen + 1`, last_operation: operationId })
    .where('id', '=', shareId)
    .execute();
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
          .selectFrom('operations')
          .select('operations.id')
          .whereRef('share_id', '=', 'shares.id')
          .where('operations.id', '<', firstIdOf(before)),
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
    .selectFrom('operations')
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
