import { type Kysely, sql } from 'kysely';

/** Indexes for periodic clean-ups, which would otherwise scan whole tables. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index users_avatar on users (avatar_id) where avatar_id is not null`.execute(db);
  await sql`create index thumbnails_failed on thumbnails (blob_id) where state = 'failed'`.execute(db);
};
