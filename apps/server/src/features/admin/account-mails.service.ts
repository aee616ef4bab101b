import { pages } from '@holdall/contract/pages';
import { createSecretToken, hashOf } from '#features/auth/index.ts';
import type { MailService } from '#features/mail/index.ts';
import { emailKey } from '#features/users/index.ts';
import type { Clock } from '#ports/clock.ts';
import { insertLink, removeLinksOf } from './password-links.repo.ts';
import type { Credentials } from './users.types.ts';

const hour = 60 * 60_000;
/** Who was invited may be on holiday; who asked for a new password sits and waits. */
const lifetimes = { welcome: 7 * 24 * hour, password_reset: hour } as const;

export interface AccountMailsDeps {
  readonly clock: Clock;
  readonly mail: MailService;
}

export type AccountMails = Pick<
  Credentials,
  'mailPasswordLink' | 'revokeLinksOf' | 'tellEmailChanged' | 'tellTwoFactorOff'
>;

/** What people are mailed when an administrator sees to their account. */
export const createAccountMails = ({ clock, mail }: AccountMailsDeps): AccountMails => ({
  mailPasswordLink: async (trx, { id, email }, occasion) => {
    const now = clock.now();
    const until = now + lifetimes[occasion];
    const token = createSecretToken();
    await removeLinksOf(trx, id, 'password');
    await insertLink(trx, {
      token_hash: hashOf(token),
      kind: 'password',
      user_id: id,
      email,
      email_key: emailKey(email),
      payload: null,
      created_at: now,
      expires_at: until,
      used_at: null,
    });
    const link = mail.link(pages.newPassword, { token, email });
    await mail.send(trx, { template: occasion, values: { link }, to: email, until });
  },
  revokeLinksOf: (trx, userId) => removeLinksOf(trx, userId),
  tellEmailChanged: (trx, { from, to }) =>
    mail.send(trx, { template: 'email_changed', to: from, values: { email: to } }),
  tellTwoFactorOff: (trx, email) =>
    mail.send(trx, { template: 'two_factor_changed', to: email, values: { on: false } }),
});
