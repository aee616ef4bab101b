import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Counts a new visit. */
export const countVisit = async (db: Db, shareId: string): Promise<void> => {
  await db
    .updateTable('shares')
    .set({ visits: sql<number>`visits + 1` })
    .where('id', '=', shareId)
    .execute();
};
