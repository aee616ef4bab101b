import type { Trx } from '#db/database.ts';
import type { UsersService, UserWithSettings } from '#features/users/index.ts';
import { AppError } from '#lib/app-error.ts';

/**
 * Stops what was allowed by a password that somebody has changed since it was judged; that has ended the session.
 *
 * @throws session.required
 */
export const recheckAccount = async (
  users: Pick<UsersService, 'isUnchanged'>,
  trx: Trx,
  judged: UserWithSettings,
): Promise<void> => {
  if (!(await users.isUnchanged(trx, judged))) throw new AppError('session.required');
};
