import { type Kysely, sql } from 'kysely';

const day = 86_400_000;

/** A log that is older than entries are kept from now on stays whole, until an administrator chooses otherwise. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const now = Date.now();
  await sql`insert into settings (name, value, updated_at)
    select 'activity_days', '3650', cast(${now} as bigint)
    where exists (select 1 from activity where at < ${now - 180 * day})`.execute(db);
};
