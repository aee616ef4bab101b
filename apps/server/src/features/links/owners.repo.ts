import type { Db } from '#db/database.ts';
import type { OwnerFacts } from './links.types.ts';

/** Who gave a link. */
export const findOwner = (db: Db, ownerId: string): Promise<OwnerFacts | undefined> =>
  db
    .selectFrom('users')
    .innerJoin('user_settings', 'user_settings.user_id', 'users.id')
    .select(['first_name', 'last_name', 'avatar_id', 'color'])
    .where('users.id', '=', ownerId)
    .executeTakeFirst();
