import { pages } from '@holdall/contract/pages';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { EmailTokenRow } from '#db/tables/accounts.ts';
import { hashOf, isInUse, limits } from '#features/auth/index.ts';
import { emailKey, type UserWithSettings } from '#features/users/index.ts';
import { originOf } from '#lib/actor.ts';
import type { Caller } from '#lib/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { isAddressTaken, linkLifetimes, localeOf } from './account.rules.ts';
import type { AccountDeps, Confirmation, Owner } from './account.types.ts';
import { recheckAccount } from './recheck-account.ts';
import type { EmailTokens } from './email-tokens.ts';

export interface EmailChange {
  /**
   * Changes the e-mail at once where no mails are sent; otherwise mails a link to the new address. The answer does
   * not reveal whether that address has an account.
   *
   * @returns whether a link has to be followed first.
   * @throws request.invalid, limit.too_many
   */
  request(
    owner: Owner,
    input: { readonly current_password: string; readonly email: string },
  ): Promise<boolean>;
  /** Returns the user whose e-mail an unused link changes. @throws link.expired */
  resolve(link: EmailTokenRow): Promise<UserWithSettings>;
  /** Changes the e-mail by a mailed link. @throws link.expired */
  confirm(link: EmailTokenRow, confirmation: Confirmation, caller: Caller): Promise<void>;
}

interface Change {
  readonly user: UserWithSettings;
  readonly email: string;
  readonly caller: Caller;
}

export const createEmailChange = (deps: AccountDeps & { emailTokens: EmailTokens }): EmailChange => {
  const { db, events, users, auth, activity, mail, emailTokens } = deps;

  /** Notifies the old address, too: it may be the only place where the owner notices a theft. */
  const change = async (on: Db, { user, email, caller }: Change): Promise<void> => {
    await users.changeEmail(on, user.id, email);
    await emailTokens.revokeAllOf(on, user.id);
    await activity.record(on, {
      kind: 'account.email_changed',
      actorId: user.id,
      userId: user.id,
      ...caller,
      details: { from: user.email, to: email },
    });
    if (emailKey(email) !== user.email_key)
      await mail.send(on, {
        template: 'email_changed',
        to: user.email,
        values: { email },
        ...localeOf(user),
      });
  };

  const mailLink = async (on: Db, user: UserWithSettings, email: string): Promise<void> => {
    const { token, until } = await emailTokens.make(on, {
      kind: 'email',
      userId: user.id,
      email,
      lifetime: linkLifetimes.email,
    });
    const link = mail.link(pages.confirmEmail, { token });
    await mail.send(on, {
      template: 'email_change',
      to: email,
      values: { link, email },
      until,
      ...localeOf(user),
    });
  };

  const resolve: EmailChange['resolve'] = async (link) => {
    const user = link.user_id === null ? undefined : await users.find(link.user_id);
    if (user === undefined || !isInUse(user)) throw new AppError('link.expired');
    return user;
  };

  return {
    resolve,
    request: async ({ actor, caller }, { current_password: password, email }) => {
      const user = await auth.passwords.confirm(actor, password);
      await auth.limits.count(`mail:email:${user.id}`, limits.mailFromAddress);
      const isSame = emailKey(email) === user.email_key;
      const needsLink = !isSame && (await mail.isConfigured());
      if (needsLink)
        await auth.limits.count(`mail:to:change:${hashOf(emailKey(email))}`, limits.mailToAddress);
      await inTransaction(db, async (trx) => {
        await recheckAccount(users, trx, user);
        if (!needsLink) await change(trx, { user, email, caller });
        // An address that has an account is mailed as well, because the answer must not tell. Following that link
        // changes nothing.
        else await mailLink(trx, user, email);
      });
      events.publish({ kind: 'account-changed', userId: user.id, origin: originOf(actor) });
      mail.nudge();
      return needsLink;
    },
    confirm: async (link, { token }, caller) => {
      const user = await resolve(link);
      await inTransaction(db, async (trx) => {
        // A second click of the same user came first: nothing is left to do.
        if (!(await emailTokens.consume(trx, token))) return;
        await change(trx, { user, email: link.email, caller });
      }).catch((error: unknown) => {
        throw isAddressTaken(error) ? new AppError('link.expired') : error;
      });
      // The link opens wherever the mail is read, so no open page has asked for this change.
      events.publish({ kind: 'account-changed', userId: user.id, origin: undefined });
      mail.nudge();
    },
  };
};
