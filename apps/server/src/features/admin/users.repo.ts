import type { UsersQuery } from '@holdall/contract/admin-users';
import type { UserSortField } from '@holdall/contract/choices';
import { sql, type SqlBool, type Updateable } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import { isPostgres } from '#db/dialect.ts';
import type { UserRow, UserSettingsTable, UsersTable } from '#db/tables/users.ts';
import type { ItemCounts, ManagedRow, NamedRow } from './users.types.ts';

const managed = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('user_settings', 'user_settings.user_id', 'users.id')
    .innerJoin('user_storage', 'user_storage.user_id', 'users.id')
    .leftJoin('two_factor', 'two_factor.user_id', 'users.id')
    .select(['users.id', 'email', 'email_key', 'role', 'status', 'color', 'can_upload', 'can_download'])
    .select(['can_create_folder', 'restriction_reason', 'avatar_id', 'suspended_reason', 'seen_at'])
    .select(['deleting_at', 'users.created_at', 'updated_at'])
    .select(['first_name', 'last_name', 'country', 'timezone', 'locale'])
    .select(['images', 'videos', 'audios', 'documents', 'others', 'used', 'capacity', 'own_capacity'])
    .select('two_factor.confirmed_at as two_factor_at');

export const findManaged = (db: Db, id: string): Promise<ManagedRow | undefined> =>
  managed(db).where('users.id', '=', id).executeTakeFirst();

/** Lists users in no particular order. */
export const listManaged = (db: Db, ids: readonly string[]): Promise<ManagedRow[]> =>
  managed(db)
    .where(isOneOf(db, 'users.id', ids))
    .execute();

/** Columns that an index or a short column sorts; the process sorts by folded names. */
const sortColumns = {
  email: sql<string>`email_key`,
  role: sql<string>`role`,
  created_at: sql<number>`users.created_at`,
  used: sql<number>`used`,
  // The databases disagree on the order of nulls.
  last_seen_at: sql<number>`coalesce(seen_at, 0)`,
} as const satisfies Record<Exclude<UserSortField, 'name'>, unknown>;

export interface UsersPage extends Pick<UsersQuery, 'direction' | 'offset' | 'limit'> {
  readonly sort: Exclude<UserSortField, 'name'>;
  /** Only these; undefined means all. */
  readonly among: readonly string[] | undefined;
}

/** Lists one page of users in order. Only ids are sorted. */
export const listPage = async (db: Db, page: UsersPage): Promise<string[]> => {
  const direction = page.direction === 'ASC' ? 'asc' : 'desc';
  const rows = await db
    .selectFrom('users')
    .$if(page.sort === 'used', (query) => query.innerJoin('user_storage', 'user_storage.user_id', 'users.id'))
    .select('users.id')
    .$if(page.among !== undefined, (query) => query.where(isOneOf(db, 'users.id', page.among ?? [])))
    .orderBy(sortColumns[page.sort], direction)
    .orderBy('users.id', direction)
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  return rows.map(({ id }) => id);
};

export const countUsers = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

/** Lists the names of all users. */
export const listNames = (db: Db): Promise<NamedRow[]> =>
  db
    .selectFrom('users')
    .innerJoin('user_settings', 'user_settings.user_id', 'users.id')
    .select(['users.id', 'email', 'first_name', 'last_name'])
    .execute();

/** Counts the items of users; a user who never had any is left out. */
export const countItems = async (db: Db, ids: readonly string[]): Promise<Map<string, ItemCounts>> => {
  const rows = await db
    .selectFrom('item_totals')
    .select(['user_id', 'files', 'folders'])
    .where(isOneOf(db, 'user_id', ids))
    .execute();
  return new Map(rows.map(({ user_id: userId, ...counts }) => [userId, counts]));
};

/**
 * Locks an account and the rows of all administrators until the transaction ends. The order of locking is fixed, so
 * that of two administrators who demote each other the second sees the change of the first. SQLite has one writer
 * at a time anyway.
 */
export const lockUsers = (
  trx: Trx,
  id: string,
): Promise<Pick<UserRow, 'id' | 'role' | 'status' | 'deleting_at'>[]> => {
  const rows = trx
    .selectFrom('users')
    .select(['id', 'role', 'status', 'deleting_at'])
    .where(
      sql<SqlBool>`id in (select id from users as admins where role = 'admin' union all select cast(${id} as text))`,
    )
    .orderBy('id');
  // References to the rows (a long upload, a sign-in) need not be waited for.
  return (isPostgres(trx) ? rows.forNoKeyUpdate() : rows).execute();
};

/** Changes a user who is not being deleted. */
export const updateManaged = async (trx: Trx, id: string, values: Updateable<UsersTable>): Promise<void> => {
  await trx.updateTable('users').set(values).where('id', '=', id).execute();
};

export const updateProfile = async (
  trx: Trx,
  id: string,
  values: Updateable<UserSettingsTable>,
): Promise<void> => {
  await trx.updateTable('user_settings').set(values).where('user_id', '=', id).execute();
};
