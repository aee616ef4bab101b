import { pages } from '@holdall/contract/pages';
import { z } from 'zod';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { EmailTokenRow } from '#db/tables/accounts.ts';
import { hashOf, limits } from '#features/auth/index.ts';
import { emailKey, type UserWithSettings } from '#features/users/index.ts';
import type { Caller } from '#lib/caller.ts';
import { AppError, invalidField } from '#lib/app-error.ts';
import { networkOf } from '#lib/http/network-of.ts';
import { expectSame, isAddressTaken, linkLifetimes, localeOf } from './account.rules.ts';
import type { AccountDeps, Confirmation, NewPassword } from './account.types.ts';
import type { EmailTokens } from './email-tokens.ts';

export type RegistrationInput = NewPassword & {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly recaptcha?: string | undefined;
  /** The language that the page is in. */
  readonly locale?: string | undefined;
};

/** The payload of a link: the data that the account is created from. */
const payloadSchema = z.strictObject({
  first_name: z.string(),
  last_name: z.string(),
  password_hash: z.string(),
});
type PendingAccount = z.output<typeof payloadSchema>;

export interface Registration {
  /**
   * Mails a link that creates the account, or tells the owner of the address that there is one. The answer does not
   * reveal which.
   *
   * @throws registration.closed, request.invalid, limit.too_many, bot.refused
   */
  request(input: RegistrationInput, caller: Caller): Promise<void>;
  /** Returns the data that an unused link creates an account from. @throws link.expired */
  resolve(link: EmailTokenRow): Promise<PendingAccount>;
  /**
   * Creates the account of a mailed link. It asks for the password that was chosen, because somebody else may have
   * requested the mail, and the owner of the address must not create an account for them.
   *
   * @throws link.expired, request.invalid, limit.too_many
   */
  confirm(link: EmailTokenRow, confirmation: Confirmation, caller: Caller): Promise<void>;
}

export const createRegistration = (deps: AccountDeps & { emailTokens: EmailTokens }): Registration => {
  const { db, users, auth, activity, mail, settings, emailTokens } = deps;
  const isOpen = async (): Promise<boolean> => (await settings.current()).registration;

  const mailLink = async (
    on: Db,
    { email, first_name, last_name, locale }: RegistrationInput,
    password_hash: string,
  ): Promise<void> => {
    const { token, until } = await emailTokens.make(on, {
      kind: 'registration',
      userId: null,
      email,
      payload: JSON.stringify({ first_name, last_name, password_hash } satisfies z.input<
        typeof payloadSchema
      >),
      lifetime: linkLifetimes.registration,
    });
    const link = mail.link(pages.confirmEmail, { token });
    await mail.send(on, {
      template: 'registration',
      to: email,
      values: { link },
      until,
      ...localeOf({ locale: locale ?? null }),
    });
  };
  /** Writes as much as for a new address, but the link belongs to no registration. */
  const mailKnownAddress = async (on: Db, user: UserWithSettings): Promise<void> => {
    const { email } = user;
    await emailTokens.make(on, {
      kind: 'registration',
      userId: null,
      email,
      lifetime: linkLifetimes.registration,
    });
    await mail.send(on, {
      template: 'registration_known',
      to: email,
      values: { link: mail.link(pages.signIn) },
      ...localeOf(user),
    });
  };

  const resolve: Registration['resolve'] = async ({ payload }) => {
    if (payload === null || !(await isOpen())) throw new AppError('link.expired');
    return payloadSchema.parse(JSON.parse(payload));
  };

  const expectChosen = async (
    { token_hash: hash }: EmailTokenRow,
    input: PendingAccount,
    password: string | undefined,
  ): Promise<void> => {
    if (password === undefined) throw invalidField('password', 'Enter the password you chose.');
    if (!(await auth.passwords.verify(input.password_hash, password, `registration:${hash}`)))
      throw invalidField(
        'password',
        'This isn’t the password you chose here. If you registered more than once, each email has its own.',
      );
  };

  return {
    resolve,
    request: async (input, caller) => {
      if (!(await isOpen())) throw new AppError('registration.closed');
      await auth.limits.count(`mail:from:${networkOf(caller.address)}`, limits.mailFromAddress);
      expectSame(input);
      await users.checkNewPassword(input.password, [input.email, input.first_name, input.last_name]);
      await auth.botGuard.check({
        token: input.recaptcha,
        address: caller.address,
        action: 'register',
        onOutage: 'refuse',
      });
      await auth.limits.count(`mail:to:registration:${hashOf(emailKey(input.email))}`, limits.mailToAddress);
      const passwordHash = await users.hashPassword(input.password);
      const known = await users.findByEmail(input.email);
      await inTransaction(db, async (trx) => {
        if (known === undefined) await mailLink(trx, input, passwordHash);
        else await mailKnownAddress(trx, known);
      });
      mail.nudge();
    },
    confirm: async (link, { token, password }, caller) => {
      const input = await resolve(link);
      await expectChosen(link, input, password);
      await inTransaction(db, async (trx) => {
        // A second click of the same user came first: nothing is left to do.
        if (!(await emailTokens.consume(trx, token))) return;
        const id = await users.create(trx, {
          email: link.email,
          passwordHash: input.password_hash,
          role: 'user',
          firstName: input.first_name,
          lastName: input.last_name,
        });
        await emailTokens.revokeRegistrations(trx, link.email);
        await activity.record(trx, { kind: 'account.registered', actorId: id, userId: id, ...caller });
      }).catch((error: unknown) => {
        throw isAddressTaken(error) ? new AppError('link.expired') : error;
      });
    },
  };
};
