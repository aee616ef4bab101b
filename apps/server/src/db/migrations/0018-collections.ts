import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Links to several items: what each is called, and what it leads to. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = sql.raw(postgres ? 'text collate "C"' : 'text');
  const strict = sql.raw(postgres ? '' : 'strict');

  await sql`alter table shares add column name ${text}`.execute(db);
  await sql`create table share_items (
    share_id ${text} not null references shares (id) on delete cascade,
    item_id ${text} not null references items (id) on delete cascade,
    primary key (share_id, item_id)
  ) ${strict}`.execute(db);
  await sql`create index share_items_item on share_items (item_id)`.execute(db);
};
