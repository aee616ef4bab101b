import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Triggers count the items of each account, so that dashboards read one row instead of all items. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const big = sql.raw(postgres ? 'bigint' : 'integer');
  const text = sql.raw(postgres ? 'text collate "C"' : 'text');
  const strict = sql.raw(postgres ? '' : 'strict');
  await sql`create table item_totals (
    user_id ${text} primary key references users (id) on delete cascade,
    files ${big} not null,
    folders ${big} not null
  ) ${strict}`.execute(db);
  await sql`insert into item_totals (user_id, files, folders)
    select owner_id, sum(case when type = 'file' then 1 else 0 end), sum(case when type = 'folder' then 1 else 0 end)
    from items group by owner_id`.execute(db);
  if (postgres) {
    await sql`create function count_items() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into item_totals (user_id, files, folders)
            select owner_id, count(*) filter (where type = 'file'), count(*) filter (where type = 'folder')
            from changed_items group by owner_id order by owner_id
            on conflict (user_id) do update
              set files = item_totals.files + excluded.files, folders = item_totals.folders + excluded.folders;
        else
          update item_totals set files = item_totals.files - gone.files, folders = item_totals.folders - gone.folders
            from (
              select owner_id, count(*) filter (where type = 'file') as files,
                count(*) filter (where type = 'folder') as folders
              from changed_items group by owner_id
            ) as gone
            where user_id = gone.owner_id;
        end if;
        return null;
      end $$`.execute(db);
    await sql`create trigger items_counted_in after insert on items
      referencing new table as changed_items for each statement execute function count_items()`.execute(db);
    await sql`create trigger items_counted_out after delete on items
      referencing old table as changed_items for each statement execute function count_items()`.execute(db);
  } else {
    await sql`create trigger items_counted_in after insert on items begin
      insert into item_totals (user_id, files, folders)
        values (new.owner_id, new.type = 'file', new.type = 'folder')
        on conflict (user_id) do update
          set files = files + excluded.files, folders = folders + excluded.folders;
    end`.execute(db);
    await sql`create trigger items_counted_out after delete on items begin
      update item_totals set files = files - (old.type = 'file'), folders = folders - (old.type = 'folder')
        where user_id = old.owner_id;
    end`.execute(db);
  }
  // The traffic of everybody is added up from the index alone.
  await sql`drop index usage_days_day`.execute(db);
  await sql`create index usage_days_day on usage_days (day, upload, download)`.execute(db);
};
