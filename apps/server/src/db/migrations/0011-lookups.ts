import { type Kysely, sql } from 'kysely';

/** What is tidied from time to time is found without looking through whole tables. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index users_avatar on users (avatar_id) where avatar_id is not null`.execute(db);
  await sql`create index thumbnails_failed on thumbnails (blob_id) where state = 'failed'`.execute(db);
};
