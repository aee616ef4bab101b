import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** An item may have several links, which their owner tells apart by labels. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const text = sql.raw(db.getExecutor().adapter instanceof PostgresAdapter ? 'text collate "C"' : 'text');
  await sql`alter table shares add column label ${text} not null default ''`.execute(db);
  await sql`drop index shares_item`.execute(db);
  await sql`create index shares_item on shares (item_id) where revoked_at is null`.execute(db);
};
