import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** The columns that a folder's revision is about. Counts, thumbnails and damage follow from other changes, or are no change of an item. */
const columns = [
  'parent_id',
  'name',
  'color',
  'emoji',
  'deleted_at',
  'blob_id',
  'size',
  'mimetype',
  'category',
  'modified_at',
];

/**
 * Folders get a revision of everything below them. Triggers note the container of each change as a touch, and readers of
 * revisions fold the touches into those of the folders above. Items outside the trash are never deleted as rows.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text = sql.raw(postgres ? 'text collate "C"' : 'text');
  // On PostgreSQL a touch must not be lost in one that another transaction is deleting, so each is a row of its own.
  const id = sql.raw(postgres ? `default gen_random_uuid()::text` : `default ''`);
  const strict = sql.raw(postgres ? '' : 'strict, without rowid');
  await sql`alter table items add column tree_rev ${text}`.execute(db);
  await sql`alter table users add column tree_rev ${text}`.execute(db);
  // It refers to no account: a foreign key would be proved at every change, and what is left over is folded away.
  await sql`create table tree_touches (
    owner_id ${text} not null,
    container_id ${text} not null,
    id ${text} not null ${id},
    primary key (owner_id, container_id, id)
  ) ${strict}`.execute(db);
  const watched = sql.join(columns.map((column) => sql.ref(column)));
  if (postgres) {
    // Compared as sets: a join would keep the plan of its first use, which is quadratic for a statement of many rows.
    const live = (table: string) => sql`
      select id, owner_id, container_id, ${watched} from ${sql.table(table)} where deleted_at is null`;
    await sql`create function touch_inserted() returns trigger language plpgsql as $$
      begin
        insert into tree_touches (owner_id, container_id)
          select distinct owner_id, container_id from changed_items where deleted_at is null;
        return null;
      end $$`.execute(db);
    await sql`create function touch_updated() returns trigger language plpgsql as $$
      begin
        insert into tree_touches (owner_id, container_id)
          select distinct owner_id, container_id from (
            (${live('former_items')} except ${live('changed_items')})
            union all (${live('changed_items')} except ${live('former_items')})
          ) as changes;
        return null;
      end $$`.execute(db);
    await sql`create trigger items_touched_in after insert on items
      referencing new table as changed_items for each statement execute function touch_inserted()`.execute(
      db,
    );
    await sql`create trigger items_touched after update on items
      referencing old table as former_items new table as changed_items
      for each statement execute function touch_updated()`.execute(db);
    return;
  }
  const touch = (row: string) => sql`begin
    insert into tree_touches (owner_id, container_id)
      values (${sql.ref(`${row}.owner_id`)}, ${sql.ref(`${row}.container_id`)}) on conflict do nothing;
  end`;
  await sql`create trigger items_touched_in after insert on items
    when new.deleted_at is null ${touch('new')}`.execute(db);
  await sql`create trigger items_touched_before after update of ${watched} on items
    when old.deleted_at is null ${touch('old')}`.execute(db);
  await sql`create trigger items_touched_after after update of ${watched} on items
    when new.deleted_at is null and (old.deleted_at is not null or old.container_id <> new.container_id)
    ${touch('new')}`.execute(db);
};
