import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Deletion for good, blobs that nothing refers to, and the journal that changes are undone by. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const big = sql.raw(postgres ? 'bigint' : 'integer');
  const text = sql.raw(postgres ? 'text collate "C"' : 'text');
  const strict = sql.raw(postgres ? '' : 'strict');

  await sql`alter table items add column purged_at ${big}`.execute(db);
  await sql`create index items_retention on items (deleted_at, id)
    where deleted_at is not null and purged_at is null`.execute(db);
  await sql`create index items_trashed_in on items (parent_id) where deleted_at is not null`.execute(db);
  await sql`create index items_purged on items (purged_at, id) where purged_at is not null`.execute(db);

  await sql`alter table blobs add column unreferenced_at ${big}`.execute(db);
  await sql`create index blobs_unreferenced on blobs (unreferenced_at, id)
    where unreferenced_at is not null`.execute(db);

  await sql`create table operations (
    id ${text} primary key,
    owner_id ${text} not null references users (id) on delete cascade,
    principal ${text} not null,
    kind ${text} not null check (kind in ('rename', 'move', 'remove', 'restore')),
    created_at ${big} not null
  ) ${strict}`.execute(db);
  await sql`create index operations_owner on operations (owner_id)`.execute(db);
  await sql`create index operations_created_at on operations (created_at)`.execute(db);

  // Of each item what it was and what it became: an undo compares with the one and writes the other.
  await sql`create table operation_items (
    operation_id ${text} not null references operations (id) on delete cascade,
    item_id ${text} not null,
    parent_before ${text},
    name_before ${text} not null,
    color_before ${text},
    emoji_before ${text},
    deleted_before ${big},
    trashed_by_before ${text},
    parent_after ${text},
    name_after ${text} not null,
    color_after ${text},
    emoji_after ${text},
    deleted_after ${big},
    trashed_by_after ${text},
    primary key (operation_id, item_id)
  ) ${strict}`.execute(db);
};
