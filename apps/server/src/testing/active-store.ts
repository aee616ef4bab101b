import type { Db } from '#db/database.ts';

/** Returns the id of the store that takes new bytes, for rows that a test inserts by itself. */
export const activeStoreOf = async (db: Db): Promise<string> =>
  (await db.selectFrom('stores').select('id').where('state', '=', 'active').executeTakeFirstOrThrow()).id;
