import type { Insertable, Updateable } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';
import type { UserRow, UserSettingsTable, UsersTable } from '#db/tables/users.ts';
import type { UserWithSettings } from './users.types.ts';

const withSettings = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('user_settings', 'user_settings.user_id', 'users.id')
    .selectAll('users')
    .select([
      'first_name',
      'last_name',
      'theme_mode',
      'emoji_type',
      'locale',
      'country',
      'timezone',
      'mail_guest_changes',
    ]);

export const findUser = (db: Db, id: string): Promise<UserWithSettings | undefined> =>
  withSettings(db).where('users.id', '=', id).executeTakeFirst();

export const findUserByEmailKey = (db: Db, key: string): Promise<UserWithSettings | undefined> =>
  withSettings(db).where('email_key', '=', key).executeTakeFirst();

/**
 * Locks the fields that decide whether a user may sign in, until the transaction ends. SQLite has one writer
 * anyway; references to the row are not blocked.
 */
export const lockAccess = (
  trx: Trx,
  id: string,
): Promise<Pick<UserRow, 'password_hash' | 'status' | 'deleting_at'> | undefined> => {
  const row = trx.selectFrom('users').select(['password_hash', 'status', 'deleting_at']).where('id', '=', id);
  return (isPostgres(trx) ? row.forNoKeyUpdate() : row).executeTakeFirst();
};

export const insertUser = async (
  db: Db,
  user: Insertable<UsersTable>,
  settings: Insertable<UserSettingsTable>,
): Promise<void> => {
  await db.insertInto('users').values(user).execute();
  await db.insertInto('user_settings').values(settings).execute();
  await db.insertInto('user_storage').values({ user_id: user.id }).execute();
};

export const updateUserSettings = async (
  db: Db,
  userId: string,
  values: Updateable<UserSettingsTable>,
): Promise<void> => {
  await db.updateTable('user_settings').set(values).where('user_id', '=', userId).execute();
};

export const updateUser = async (db: Db, userId: string, values: Updateable<UsersTable>): Promise<void> => {
  await db.updateTable('users').set(values).where('id', '=', userId).execute();
};
