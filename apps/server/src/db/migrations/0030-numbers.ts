import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Items get numbers, none of which is ever given again. PostgreSQL counts with a sequence. SQLite has one writer at
 * a time and counts in a row: an insert that has to return the number takes it from there, any other gets it afterwards.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`create sequence items_number_seq as bigint`.execute(db);
    await sql`alter table items add column number bigint not null default nextval('items_number_seq')`.execute(
      db,
    );
    await sql`alter sequence items_number_seq owned by items.number`.execute(db);
  } else {
    await sql`create table item_numbers (id integer primary key check (id = 1), last integer not null) strict`.execute(
      db,
    );
    await sql`alter table items add column number integer`.execute(db);
    await sql`update items set number = rowid`.execute(db);
    await sql`insert into item_numbers (id, last) select 1, coalesce(max(number), 0) from items`.execute(db);
    await sql`create trigger items_number_counted after insert on items when new.number is not null begin
      update item_numbers set last = new.number where last < new.number;
    end`.execute(db);
    await sql`create trigger items_number_given after insert on items when new.number is null begin
      update item_numbers set last = last + 1;
      update items set number = (select last from item_numbers) where id = new.id;
    end`.execute(db);
  }
  await sql`create unique index items_number on items (number)`.execute(db);
};
