import type { Db } from '#db/database.ts';
import { limits } from '#features/auth/index.ts';
import type { Caller } from '#lib/caller.ts';
import { networkOf } from '#lib/http/network-of.ts';
import { type AccessChange, createAccessChange } from './access.ts';
import type { AccountDeps, Confirmation, Recipient } from './account.types.ts';
import { type InspectToken, createInspectToken } from './inspect-token.ts';
import { createEmailChange, type EmailChange } from './email-change.ts';
import { createForgottenPassword, type ForgottenPassword } from './forgotten-password.ts';
import { createEmailTokens } from './email-tokens.ts';
import { type ChangePassword, createChangePassword } from './password-change.ts';
import { createPasswordLinks, type Occasion, type PasswordLinks } from './password-links.ts';
import { createRegistration, type Registration } from './registration.ts';
import { createTwoFactorChange, type TwoFactorChange } from './two-factor-change.ts';

/** Facts about what opens an account, as its owner sees them. */
export interface AccountFacts {
  /** Milliseconds since 1970; null if two-factor sign-in is off. */
  readonly twoFactorConfirmedAt: number | null;
  readonly recoveryCodesLeft: number;
  /** An e-mail that awaits its confirmation. */
  readonly pendingEmail: string | null;
}

/** Changes of credentials by the owners of accounts, and the flows that lead to an account without being signed in. */
export interface AccountService {
  readonly changePassword: ChangePassword;
  readonly requestEmailChange: EmailChange['request'];
  readonly requestPasswordReset: ForgottenPassword['request'];
  readonly resetPassword: ForgottenPassword['reset'];
  readonly requestRegistration: Registration['request'];
  readonly inspectToken: InspectToken;
  /**
   * Follows a link that confirms an address. Repeating it changes nothing.
   *
   * @throws link.expired, limit.too_many; request.invalid without the password that a registration has
   */
  confirmEmail(
    confirmation: Confirmation,
    caller: Caller,
  ): Promise<{ readonly kind: 'registration' | 'email_change'; readonly email: string }>;
  readonly twoFactor: TwoFactorChange;
  readonly access: AccessChange;
  factsOf(userId: string): Promise<AccountFacts>;
  /**
   * Mails a link to choose a password on behalf of an administrator; `nudgeMail` follows after the commit.
   *
   * @throws limit.too_many
   */
  mailPasswordLink(on: Db, to: Recipient, occasion: Occasion): Promise<void>;
  readonly handOverPasswordLink: PasswordLinks['handOver'];
  /** Voids the links that were mailed for an account. */
  revokeLinksOf(on: Db, userId: string): Promise<void>;
  sweep(): Promise<void>;
}

export const createAccountService = (deps: AccountDeps): AccountService => {
  const { auth } = deps;
  const emailTokens = createEmailTokens(deps);
  const parts = { ...deps, emailTokens };
  const passwordLinks = createPasswordLinks(parts);
  const forgotten = createForgottenPassword({ ...parts, passwordLinks });
  const emailChange = createEmailChange(parts);
  const registration = createRegistration(parts);
  return {
    changePassword: createChangePassword(parts),
    requestEmailChange: (owner, input) => emailChange.request(owner, input),
    requestPasswordReset: (input, caller) => forgotten.request(input, caller),
    resetPassword: (input, by) => forgotten.reset(input, by),
    requestRegistration: (input, caller) => registration.request(input, caller),
    inspectToken: createInspectToken({ ...parts, forgotten, registration, emailChange }),
    confirmEmail: async (confirmation, caller) => {
      await auth.limits.count(`link:from:${networkOf(caller.address)}`, limits.linkFromAddress);
      const link = await emailTokens.get(confirmation.token, ['registration', 'email']);
      const isRegistration = link.kind === 'registration';
      if (link.used_at === null)
        await (isRegistration ? registration : emailChange).confirm(link, confirmation, caller);
      return { kind: isRegistration ? 'registration' : 'email_change', email: link.email };
    },
    twoFactor: createTwoFactorChange(deps),
    access: createAccessChange(deps),
    factsOf: async (userId) => {
      const [{ confirmedAt, codesLeft }, pendingEmail = null] = await Promise.all([
        auth.twoFactor.stateOf(userId),
        emailTokens.pendingEmailOf(userId),
      ]);
      return { twoFactorConfirmedAt: confirmedAt, recoveryCodesLeft: codesLeft, pendingEmail };
    },
    mailPasswordLink: (on, to, occasion) => passwordLinks.mailForAdmin(on, to, occasion),
    handOverPasswordLink: (on, to, occasion) => passwordLinks.handOver(on, to, occasion),
    revokeLinksOf: (on, userId) => emailTokens.revokeAllOf(on, userId),
    sweep: () => emailTokens.sweep(),
  };
};
