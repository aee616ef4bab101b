import { pages } from '@holdall/contract/pages';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import { type DeviceCookie, hashOf, isInUse, limits } from '#features/auth/index.ts';
import { emailKey, type UserWithSettings } from '#features/users/index.ts';
import type { Caller } from '#lib/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { networkOf } from '#lib/http/network-of.ts';
import { expectSame, handedOver, invitation, linkLifetimes, localeOf } from './account.rules.ts';
import type { AccountDeps, NewPassword } from './account.types.ts';
import type { EmailTokens } from './email-tokens.ts';
import type { PasswordLinks } from './password-links.ts';

export interface ResetRequest {
  readonly email: string;
  readonly recaptcha?: string | undefined;
}
export type Reset = NewPassword & { readonly token: string; readonly email: string };

export interface ResetBy {
  readonly caller: Caller;
  /** The browser's device cookie, as sent. */
  readonly device: string | undefined;
}
export interface ResetDone {
  /** The number of access tokens that stay valid. */
  readonly tokens: number;
  readonly device: DeviceCookie;
}

interface ResolvedLink {
  readonly user: UserWithSettings;
  /** True for an invitation: the user never had a password. */
  readonly isInvited: boolean;
  /** True if an administrator has handed it over. */
  readonly isHandedOver: boolean;
}

export interface ForgottenPassword {
  /**
   * Mails a link if the address has an account in use. The answer does not reveal it.
   *
   * @throws limit.too_many, bot.refused
   */
  request(input: ResetRequest, caller: Caller): Promise<void>;
  /** Returns the user that a link belongs to. @throws link.expired if it opens nothing */
  resolve(link: Pick<Reset, 'token' | 'email'>): Promise<ResolvedLink>;
  /**
   * Sets a password by a mailed link, and makes the browser known to the account.
   *
   * @throws link.expired, request.invalid, limit.too_many
   */
  reset(input: Reset, by: ResetBy): Promise<ResetDone>;
}

export interface ForgottenPasswordDeps extends AccountDeps {
  readonly emailTokens: EmailTokens;
  readonly passwordLinks: PasswordLinks;
}

export const createForgottenPassword = (deps: ForgottenPasswordDeps): ForgottenPassword => {
  const { db, users, auth, activity, mail, emailTokens, passwordLinks } = deps;

  /** Answers the same for a used, superseded or foreign link and for that of a suspended user. */
  const resolve: ForgottenPassword['resolve'] = async ({ token, email }) => {
    const link = await emailTokens.get(token, ['password']);
    const user = link.user_id === null ? undefined : await users.find(link.user_id);
    const isOwners =
      user !== undefined &&
      isInUse(user) &&
      link.used_at === null &&
      link.email_key === user.email_key &&
      link.email_key === emailKey(email);
    if (!isOwners) throw new AppError('link.expired');
    return { user, isInvited: link.payload === invitation, isHandedOver: link.payload === handedOver };
  };
  const notifyOwner = (on: Db, { user, isInvited }: ResolvedLink, tokens: number): Promise<void> =>
    mail.send(on, {
      ...(isInvited
        ? { template: 'account_ready', values: { link: mail.link(pages.signIn) } }
        : { template: 'password_changed', values: { tokens } }),
      to: user.email,
      ...localeOf(user),
    });

  return {
    resolve,
    request: async ({ email, recaptcha }, caller) => {
      await auth.limits.count(`mail:from:${networkOf(caller.address)}`, limits.mailFromAddress);
      await auth.botGuard.check({
        token: recaptcha,
        address: caller.address,
        action: 'forgot_password',
        onOutage: 'pass',
      });
      await auth.limits.count(`mail:to:reset:${hashOf(emailKey(email))}`, limits.mailToAddress);
      const found = await users.findByEmail(email);
      const user = found !== undefined && isInUse(found) ? found : undefined;
      await inTransaction(db, async (trx) => {
        // An address without an account causes as many writes, so that neither the answer nor its time reveals it.
        if (user === undefined)
          await emailTokens.make(trx, {
            kind: 'password',
            userId: null,
            email,
            lifetime: linkLifetimes.password,
          });
        else await passwordLinks.mailTo(trx, user, 'password_reset');
      });
      activity.gather(
        {
          kind: 'account.reset_requested',
          actorId: null,
          userId: found?.id ?? null,
          ...caller,
          details: { email },
        },
        [emailKey(email), networkOf(caller.address)],
      );
      mail.nudge();
    },
    reset: async (input, { caller, device: cookie }) => {
      await auth.limits.count(`link:from:${networkOf(caller.address)}`, limits.linkFromAddress);
      const resolved = await resolve(input);
      const { user, isInvited, isHandedOver } = resolved;
      expectSame(input);
      await users.checkNewPassword(input.password, [user.email, user.first_name, user.last_name]);
      const passwordHash = await users.hashPassword(input.password);
      const { sessions, ...done } = await inTransaction(db, async (trx) => {
        if (!(await emailTokens.consume(trx, input.token))) throw new AppError('link.expired');
        await users.changePassword(trx, user.id, passwordHash);
        await emailTokens.revokeAllOf(trx, user.id);
        const ended = await auth.sessions.endAllOf(trx, user.id);
        const whose = { actorId: null, userId: user.id, ...caller };
        await activity.record(
          trx,
          isInvited
            ? { kind: 'account.invitation_accepted', ...whose }
            : {
                kind: 'account.password_reset',
                ...whose,
                details: { sessions_ended: ended.length, ...(isHandedOver && { from_admin: true }) },
              },
        );
        const tokens = await auth.apiTokens.countOf(trx, user.id);
        await notifyOwner(trx, resolved, tokens);
        const device = await auth.devices.rememberByLink(trx, user.id, cookie);
        return { sessions: ended, tokens, device };
      });
      auth.sessions.announce(sessions);
      mail.nudge();
      await auth.passwords.forgive(user.email);
      return done;
    },
  };
};
