import type { Db, Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import { originOf, type UserActor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import type { Events } from '#ports/events.ts';
import { isActiveAdmin, type Loss, refusalOf } from './users.policy.ts';
import { findManaged, lockUsers } from './users.repo.ts';
import type { ManagedRow } from './users.types.ts';

/** An account that is locked against changes until the transaction ends. */
export interface LockedUser {
  readonly trx: Trx;
  readonly user: ManagedRow;
  /** Refuses to remove the account's role or access. @throws user.yourself, user.last_admin */
  readonly refuse: (loss: Loss) => void;
}

/**
 * Runs work on a locked account that is not being deleted. It first checks that the actor is still an
 * administrator, because that may have changed since the request came in. The work may be retried, as
 * `inTransaction` says.
 *
 * @throws session.required, session.forbidden, user.not_found, user.deleting
 */
export type LockUser = <T>(
  actor: UserActor,
  id: string,
  work: (locked: LockedUser) => Promise<T>,
) => Promise<T>;

export const createLockUser =
  (db: Db): LockUser =>
  (actor, id, work) =>
    inTransaction(db, async (trx) => {
      const locked = await lockUsers(trx, id);
      const own = locked.find((user) => user.id === actor.id);
      if (own === undefined) throw new AppError('session.forbidden');
      if (own.status !== 'active' || own.deleting_at !== null) throw new AppError('session.required');
      if (!isActiveAdmin(own)) throw new AppError('session.forbidden');
      const target = locked.find((user) => user.id === id);
      const user = target === undefined ? undefined : await findManaged(trx, id);
      if (target === undefined || user === undefined) throw new AppError('user.not_found');
      if (target.deleting_at !== null) throw new AppError('user.deleting');
      const others = locked.filter((other) => other.id !== id);
      return work({
        trx,
        user,
        refuse: (loss) => {
          const code = refusalOf(loss, { actorId: actor.id, target, others });
          if (code !== undefined) throw new AppError(code);
        },
      });
    });

/** Tells the open pages of the locked user, after the commit, that their account may have changed. */
export const announceLocked =
  (lockUser: LockUser, events: Events): LockUser =>
  async (actor, id, work) => {
    const done = await lockUser(actor, id, work);
    events.publish({ kind: 'account-changed', userId: id, origin: originOf(actor) });
    return done;
  };
