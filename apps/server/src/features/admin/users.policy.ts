import type { ErrorCode } from '@holdall/contract/error-codes';
import type { UserRow } from '#db/tables/users.ts';

type Standing = Pick<UserRow, 'id' | 'role' | 'status' | 'deleting_at'>;

/** Tells whether a user is an administrator who can act now. */
export const isActiveAdmin = ({ role, status, deleting_at: deletingAt }: Standing): boolean =>
  role === 'admin' && status === 'active' && deletingAt === null;

/** Changes that take an administrator away. */
export type Loss = 'demote' | 'suspend' | 'delete';

/**
 * Returns why a user may not be taken away: nobody suspends or deletes themselves, and one administrator stays.
 *
 * @param others the other accounts, of which those of administrators count
 */
export const refusalOf = (
  loss: Loss,
  { actorId, target, others }: { actorId: string; target: Standing; others: readonly Standing[] },
): ErrorCode | undefined => {
  if (loss !== 'demote' && target.id === actorId) return 'user.yourself';
  if (isActiveAdmin(target) && !others.some(isActiveAdmin)) return 'user.last_admin';
  return undefined;
};
