import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { OwnerFacts } from './guests.types.ts';

export const findOwner = (db: Db, ownerId: string): Promise<OwnerFacts | undefined> =>
  db
    .selectFrom('users')
    .innerJoin('user_settings', 'user_settings.user_id', 'users.id')
    .select(['first_name', 'last_name', 'avatar_id', 'color'])
    .where('users.id', '=', ownerId)
    .executeTakeFirst();

export const countVisit = async (db: Db, shareId: string): Promise<void> => {
  await db
    .updateTable('shares')
    .set({ visits: sql<number>`visits + 1` })
    .where('id', '=', shareId)
    .execute();
};
