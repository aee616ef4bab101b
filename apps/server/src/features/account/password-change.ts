import { inTransaction } from '#db/in-transaction.ts';
import { type NewSession, renewedWithin } from '#features/auth/index.ts';
import { AppError } from '#lib/app-error.ts';
import { recheckAccount } from './recheck-account.ts';
import { expectSame, localeOf } from './account.rules.ts';
import type { AccountDeps, NewPassword, Owner } from './account.types.ts';
import type { EmailTokens } from './email-tokens.ts';

/** @returns the present session's new token: all others have ended. @throws request.invalid, limit.too_many */
export type ChangePassword = (
  owner: Owner,
  input: NewPassword & { readonly current_password: string },
) => Promise<NewSession>;

export const createChangePassword =
  ({
    db,
    users,
    auth,
    activity,
    mail,
    emailTokens,
  }: AccountDeps & { emailTokens: EmailTokens }): ChangePassword =>
  async ({ actor, caller }, input) => {
    const user = await auth.passwords.confirm(actor, input.current_password);
    expectSame(input);
    await users.checkNewPassword(input.password, [user.email, user.first_name, user.last_name]);
    const passwordHash = await users.hashPassword(input.password);
    const ended = await inTransaction(db, async (trx) => {
      await recheckAccount(users, trx, user);
      await users.changePassword(trx, user.id, passwordHash);
      await emailTokens.revokeAllOf(trx, user.id);
      const sessions = await auth.sessions.endAllOf(trx, user.id, actor.session);
      await activity.record(trx, {
        kind: 'account.password_changed',
        actorId: user.id,
        userId: user.id,
        ...caller,
        details: { sessions_ended: sessions.length },
      });
      await mail.send(trx, {
        template: 'password_changed',
        to: user.email,
        values: {},
        ...localeOf(user),
      });
      return sessions;
    });
    auth.sessions.announce(ended);
    mail.nudge();
    const renewed = await auth.sessions.renew(actor.session, renewedWithin);
    if (renewed === undefined) throw new AppError('session.required');
    return renewed;
  };
