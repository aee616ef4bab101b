import { type Kysely, sql } from 'kysely';

const hour = 3_600_000;

/** The hours that were chosen for a link's end, which are known of links that end as they were made. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table shares add column expiration integer`.execute(db);
  await sql`update shares set expiration = (expires_at - created_at) / ${sql.lit(hour)}
    where expires_at - created_at in (${sql.join([1, 2, 6, 12, 24, 48, 168].map((hours) => sql.lit(hours * hour)))})`.execute(
    db,
  );
};
