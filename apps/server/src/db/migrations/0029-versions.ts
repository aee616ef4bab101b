import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Earlier contents of files, the person or guest who stored each content, and contents before and after a change. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const big = sql.raw(postgres ? 'bigint' : 'integer');
  const text = sql.raw(postgres ? 'text collate "C"' : 'text');
  const strict = sql.raw(postgres ? '' : 'strict');

  await sql`create table item_versions (
    id ${text} primary key,
    item_id ${text} not null references items (id),
    owner_id ${text} not null references users (id),
    blob_id ${text} not null references blobs (id),
    size ${big} not null check (size >= 0),
    mimetype ${text} not null,
    category ${text} not null,
    modified_at ${big} not null,
    label ${text}
  ) ${strict}`.execute(db);
  await sql`create index item_versions_item on item_versions (item_id, id)`.execute(db);
  await sql`create index item_versions_owner on item_versions (owner_id, id)`.execute(db);
  await sql`create index item_versions_blob on item_versions (blob_id)`.execute(db);

  await sql`alter table blobs add column stored_by ${text}`.execute(db);

  await sql`alter table operation_items add column blob_before ${text}`.execute(db);
  await sql`alter table operation_items add column blob_after ${text}`.execute(db);
  await sql`create index operation_items_overwritten on operation_items (item_id, blob_before)
    where blob_before is not null`.execute(db);
};
