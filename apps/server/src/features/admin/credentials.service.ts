import { type AuthService, limits } from '#features/auth/index.ts';
import type { UsersService } from '#features/users/index.ts';
import type { AccountMails } from './account-mails.service.ts';
import type { Credentials } from './users.types.ts';

export interface CredentialsDeps {
  readonly mails: AccountMails;
  readonly auth: Pick<AuthService, 'apiTokens' | 'limits' | 'passwords' | 'sessions' | 'twoFactor'>;
  readonly users: Pick<UsersService, 'checkNewPassword'>;
}

/** What administrators have to do with what opens accounts. */
export const createCredentials = ({ auth, users, mails }: CredentialsDeps): Credentials => ({
  ...mails,
  countMailTo: (userId) => auth.limits.count(`password_mail:${userId}`, limits.mailToAddress),
  checkNewPassword: (password, known) => users.checkNewPassword(password, known),
  confirmPassword: async (actor, password) => {
    await auth.passwords.confirm(actor, password);
  },
  endSessionsOf: (trx, userId) => auth.sessions.endAllOf(trx, userId),
  announce: (sessions) => auth.sessions.announce(sessions),
  countLiveSessions: (userIds) => auth.sessions.countLive(userIds),
  revokeTokensOf: (trx, userId) => auth.apiTokens.removeAllOf(trx, userId),
  removeTwoFactor: (trx, userId) => auth.twoFactor.remove(trx, userId),
});
