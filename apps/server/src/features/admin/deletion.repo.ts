import type { Db, Trx } from '#db/database.ts';
import type { UserRow } from '#db/tables/users.ts';
import type { NamedRow } from './users.types.ts';

/** Accounts that are being deleted. */
export const listDeleting = async (db: Db): Promise<string[]> => {
  const rows = await db.selectFrom('users').select('id').where('deleting_at', 'is not', null).execute();
  return rows.map(({ id }) => id);
};

/** Marks a throwaway account as being deleted. @returns whether it was one, and was not marked yet */
export const markEndedDemo = async (trx: Trx, id: string, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ deleting_at: now, updated_at: now })
    .where('id', '=', id)
    .where('demo_until', 'is not', null)
    // An administrator may have promoted it.
    .where('role', '=', 'user')
    .where('deleting_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export type DeletedRow = NamedRow & Pick<UserRow, 'avatar_id'>;

/**
 * Deletes an account that is being deleted, with all rows that cascade from it.
 *
 * @returns its name; undefined if it is gone already
 * @throws a foreign key violation while it still has items
 */
export const removeUser = async (trx: Trx, id: string): Promise<DeletedRow | undefined> => {
  const user = await trx
    .selectFrom('users')
    .innerJoin('user_settings', 'user_settings.user_id', 'users.id')
    .select(['users.id', 'email', 'first_name', 'last_name', 'avatar_id'])
    .where('users.id', '=', id)
    .where('deleting_at', 'is not', null)
    .executeTakeFirst();
  if (user === undefined) return undefined;
  const { numDeletedRows } = await trx
    .deleteFrom('users')
    .where('id', '=', id)
    .where('deleting_at', 'is not', null)
    .executeTakeFirst();
  return numDeletedRows > 0n ? user : undefined;
};
