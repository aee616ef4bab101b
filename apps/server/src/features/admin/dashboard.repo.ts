import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { NewestRow, UserCounts } from './dashboard.types.ts';
import type { ItemCounts } from './users.types.ts';

/** Counts accounts that are not being deleted. @param since milliseconds since 1970 */
export const countAccounts = async (db: Db, since: number): Promise<UserCounts> =>
  db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .select(sql<number>`coalesce(sum(case when created_at >= ${since} then 1 end), 0)`.as('recent'))
    .select(sql<number>`coalesce(sum(case when status = 'suspended' then 1 end), 0)`.as('suspended'))
    .where('deleting_at', 'is', null)
    .executeTakeFirstOrThrow();

/** The newest accounts that are not being deleted, the latest first. */
export const listNewest = (db: Db, limit: number): Promise<NewestRow[]> =>
  db
    .selectFrom('users')
    .innerJoin('user_settings', 'user_settings.user_id', 'users.id')
    .innerJoin('user_storage', 'user_storage.user_id', 'users.id')
    .select(['users.id', 'email', 'role', 'avatar_id', 'color', 'users.created_at', 'used'])
    .select(['first_name', 'last_name'])
    .where('deleting_at', 'is', null)
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(limit)
    .execute();

/** Throws if the database does not answer. */
export const probeDatabase = async (db: Db): Promise<void> => {
  await sql`select 1`.execute(db);
};

/** Counts the items of all accounts, reading one row for each account. */
export const countAllItems = (db: Db): Promise<ItemCounts> =>
  db
    .selectFrom('item_totals')
    .select(sql<number>`coalesce(sum(files), 0)`.as('files'))
    .select(sql<number>`coalesce(sum(folders), 0)`.as('folders'))
    .executeTakeFirstOrThrow();
