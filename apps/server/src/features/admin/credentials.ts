import { type AccountService, localeOf } from '#features/account/index.ts';
import type { AuthService } from '#features/auth/index.ts';
import type { MailService } from '#features/mail/index.ts';
import type { UsersService } from '#features/users/index.ts';
import type { Credentials } from './users.types.ts';

export interface CredentialsDeps {
  readonly account: Pick<AccountService, 'mailPasswordLink' | 'handOverPasswordLink' | 'revokeLinksOf'>;
  readonly auth: Pick<AuthService, 'apiTokens' | 'passwords' | 'sessions' | 'twoFactor'>;
  readonly mail: Pick<MailService, 'send'>;
  readonly users: Pick<UsersService, 'checkNewPassword'>;
}

/** Combines the parts of other features by which administrators change credentials. */
export const createCredentials = ({ account, auth, mail, users }: CredentialsDeps): Credentials => ({
  checkNewPassword: (password, known) => users.checkNewPassword(password, known),
  confirmPassword: async (actor, password) => {
    await auth.passwords.confirm(actor, password);
  },
  endSessionsOf: (trx, userId) => auth.sessions.endAllOf(trx, userId),
  announce: (sessions) => auth.sessions.announce(sessions),
  countLiveSessions: (userIds) => auth.sessions.countLive(userIds),
  mailPasswordLink: (trx, to, occasion) => account.mailPasswordLink(trx, to, occasion),
  handOverPasswordLink: (trx, to, occasion) => account.handOverPasswordLink(trx, to, occasion),
  mailEmailChanged: (trx, old, email) =>
    mail.send(trx, { template: 'email_changed', to: old.email, values: { email }, ...localeOf(old) }),
  mailTwoFactorOff: (trx, to) =>
    mail.send(trx, { template: 'two_factor_changed', to: to.email, values: { on: false }, ...localeOf(to) }),
  revokeLinksOf: (trx, userId) => account.revokeLinksOf(trx, userId),
  revokeTokensOf: (trx, userId) => auth.apiTokens.removeAllOf(trx, userId),
  removeTwoFactor: (trx, userId) => auth.twoFactor.remove(trx, userId),
});
