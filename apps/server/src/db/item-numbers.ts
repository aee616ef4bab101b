import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';

/**
 * The number of the item that a statement inserts, for one that returns it: on SQLite a trigger would give it too late.
 * The database gives all others their numbers by itself.
 */
export const nextItemNumber = (db: Db): RawBuilder<number> =>
  isPostgres(db)
    ? sql<number>`nextval('items_number_seq')`
    : sql<number>`(select last + 1 from item_numbers)`;

/** Returns the number that the next item gets: from there on, none has ever been given. */
const upcomingOf = async (db: Db): Promise<number> => {
  const upcoming = isPostgres(db)
    ? sql<{ next: number }>`select last_value + is_called::int as next from items_number_seq`
    : sql<{ next: number }>`select last + 1 as next from item_numbers`;
  return (await upcoming.execute(db)).rows[0]?.next ?? 1;
};

const continueAt = async (db: Db, next: number): Promise<void> => {
  await (
    isPostgres(db)
      ? sql`select setval('items_number_seq', ${next}, false)`
      : sql`update item_numbers set last = ${next - 1}`
  ).execute(db);
};

/** Lets a copy of a database continue where its source has stopped. */
export const copyItemNumbers = async (source: Db, target: Db): Promise<void> =>
  continueAt(target, await upcomingOf(source));

/**
 * Skips the numbers that an installation may have given since its backup. They continue at the microseconds since
 * 1970: no installation has had more items than that, and 2^53 is not reached before the year 2255.
 *
 * @param now milliseconds since 1970
 */
export const skipItemNumbers = async (db: Db, now: number): Promise<void> => {
  const { rows } = await sql<{ last: number }>`select coalesce(max(number), 0) as last from items`.execute(
    db,
  );
  await continueAt(db, Math.max(now * 1_000, (rows[0]?.last ?? 0) + 1, await upcomingOf(db)));
};
