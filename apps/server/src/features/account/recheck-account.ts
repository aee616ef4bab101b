import type { Trx } from '#db/database.ts';
import type { UsersService, UserWithSettings } from '#features/users/index.ts';
import { AppError } from '#lib/app-error.ts';

/**
 * Refuses a change whose account has changed since its password was checked; that change has ended the session.
 *
 * @throws session.required
 */
export const recheckAccount = async (
  users: Pick<UsersService, 'isUnchanged'>,
  trx: Trx,
  checked: UserWithSettings,
): Promise<void> => {
  if (!(await users.isUnchanged(trx, checked))) throw new AppError('session.required');
};
