import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Operations become the one ledger of changes: the share activity is folded into them, so that one undo reverts what
 * users and guests have done. An operation that a guest's entry refers to keeps its id; an entry without one, which is a
 * creation or was undone already, becomes an operation with its own id. Both sort by the time of the change.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const big = sql.raw(postgres ? 'bigint' : 'integer');
  const int = sql.raw('integer');
  const text = sql.raw(postgres ? 'text collate "C"' : 'text');
  const strict = sql.raw(postgres ? '' : 'strict');

  // For a longer list of values SQLite would fill a table with them in every insert.
  const kinds = sql.join(
    ['rename', 'move', 'remove', 'restore', 'create', 'upload'].map((kind) => sql`kind = ${sql.lit(kind)}`),
    sql` or `,
  );

  // SQLite cannot change the check of a column, so both tables are created again.
  await sql`create table former_operations as select * from operations`.execute(db);
  await sql`create table former_operation_items as select * from operation_items`.execute(db);
  await sql`drop table operation_items`.execute(db);
  await sql`drop table operations`.execute(db);

  await sql`create table operations (
    id ${text} primary key,
    owner_id ${text} not null references users (id) on delete cascade,
    principal ${text} not null,
    kind ${text} not null check (${kinds}),
    created_at ${big} not null,
    count ${int} not null,
    name ${text} not null,
    to_name ${text},
    share_id ${text},
    visit ${int},
    reverted_at ${big}
  ) ${strict}`.execute(db);
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

  const columns = sql.raw(
    'id, owner_id, principal, kind, created_at, count, name, to_name, share_id, visit, reverted_at',
  );
  await sql`insert into operations (${columns})
    select former.id, former.owner_id, former.principal, former.kind, coalesce(entry.at, former.created_at),
      coalesce(entry.count, changed.count, 0), coalesce(entry.name, changed.name, ''), entry.to_name,
      entry.share_id, entry.visit, entry.reverted_at
    from former_operations as former
    left join share_deeds as entry on entry.operation_id = former.id
    left join (
      select operation_id, count(*) as count, min(name_before) as name from former_operation_items
      group by operation_id
    ) as changed on changed.operation_id = former.id`.execute(db);
  await sql`insert into operations (${columns})
    select entry.id, shares.owner_id, 'guest:' || entry.share_id || ':' || coalesce(visits.visit, ''),
      case entry.kind when 'created' then 'create' when 'uploaded' then 'upload' when 'renamed' then 'rename'
        when 'moved' then 'move' else 'remove' end,
      entry.at, entry.count, entry.name, entry.to_name, entry.share_id, entry.visit, entry.reverted_at
    from share_deeds as entry
    join shares on shares.id = entry.share_id
    left join (
      select share_id, number, max(visit) as visit from share_visits group by share_id, number
    ) as visits on visits.share_id = entry.share_id and visits.number = entry.visit
    where not exists (select 1 from former_operations as former where former.id = entry.operation_id)`.execute(
    db,
  );

  await sql`insert into operation_items select * from former_operation_items`.execute(db);
  await sql`insert into operation_items
    select id, item_id, parent_id, name, color, emoji, null, null, parent_id, name, color, emoji, null, null
    from share_deeds
    where operation_id is null and reverted_at is null and item_id is not null`.execute(db);
  // Only a file that still is in the trash as the guest left it is restored by an undo.
  await sql`insert into operation_items
    select entry.id, entry.replaced_id, entry.parent_id, entry.name, null, null, null, null,
      entry.parent_id, entry.name, null, null, coalesce(items.deleted_at, entry.at), items.trashed_by
    from share_deeds as entry
    left join items on items.id = entry.replaced_id and items.deleted_at is not null
      and items.trashed_by like 'guest:' || entry.share_id || ':%'
    where entry.operation_id is null and entry.reverted_at is null and entry.replaced_id is not null`.execute(
    db,
  );

  await sql`alter table shares rename column last_deed to last_operation`.execute(db);
  for (const column of [sql.raw('last_operation'), sql.raw('notified_until')])
    await sql`update shares set ${column} = coalesce((
        select entry.operation_id from share_deeds as entry
        join operations on operations.id = entry.operation_id where entry.id = shares.${column}
      ), ${column})
      where ${column} is not null`.execute(db);

  await sql`update translations set key = 'errors.share_activity.not_found'
    where key = 'errors.deed.not_found'`.execute(db);
  await sql`update translations set value = replace(value, '{{deed}}', '{{change}}')
    where key = 'guests.revert_named'`.execute(db);

  await sql`drop table share_deeds`.execute(db);
  await sql`drop table former_operation_items`.execute(db);
  await sql`drop table former_operations`.execute(db);
  await sql`create index operations_owner on operations (owner_id)`.execute(db);
  await sql`create index operations_own on operations (id) where share_id is null`.execute(db);
  // With the time of the undo in it, the index alone tells what can still be undone.
  await sql`create index operations_share on operations (share_id, id, reverted_at)
    where share_id is not null`.execute(db);
};
