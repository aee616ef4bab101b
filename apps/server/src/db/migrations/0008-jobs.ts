import { type Kysely, sql } from 'kysely';

/** Permanent deletions are found by account, and the queue by state. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`drop index items_purged`.execute(db);
  await sql`create index items_purged on items (owner_id, purged_at, id) where purged_at is not null`.execute(
    db,
  );
  // Counts by kind and state are read from it alone; it leads to the jobs of both, the latest first.
  await sql`create index jobs_kinds on jobs (kind, state, id)`.execute(db);
};
