import type { inspectMailedLink, MailedLink } from '@holdall/contract/auth';
import type { BodyOf } from '@holdall/contract/endpoint';
import { limits } from '#features/auth/index.ts';
import type { Caller } from '#lib/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { networkOf } from '#lib/http/network-of.ts';
import type { AccountDeps } from './account.types.ts';
import type { EmailChange } from './email-change.ts';
import type { ForgottenPassword } from './forgotten-password.ts';
import type { EmailTokens } from './email-tokens.ts';
import type { Registration } from './registration.ts';

/**
 * Returns what a mailed link opens and whose it is, without using it up. Unknown, expired, void and used links
 * answer alike, except that a confirmation may be repeated.
 *
 * @throws link.expired, limit.too_many
 */
export type InspectToken = (
  question: BodyOf<typeof inspectMailedLink>,
  caller: Caller,
) => Promise<MailedLink>;

export interface InspectTokenDeps extends AccountDeps {
  readonly emailTokens: EmailTokens;
  readonly forgotten: Pick<ForgottenPassword, 'resolve'>;
  readonly registration: Pick<Registration, 'resolve'>;
  readonly emailChange: Pick<EmailChange, 'resolve'>;
}

export const createInspectToken =
  ({ auth, users, emailTokens, forgotten, registration, emailChange }: InspectTokenDeps): InspectToken =>
  async (question, caller) => {
    await auth.limits.count(`link:from:${networkOf(caller.address)}`, limits.linkFromAddress);
    if (question.purpose === 'password') {
      const { user, isInvited } = await forgotten.resolve(question);
      return { kind: isInvited ? 'invitation' : 'reset', email: user.email, confirmed: false };
    }
    const link = await emailTokens.get(question.token, ['registration', 'email']);
    const isRegistration = link.kind === 'registration';
    if (link.used_at === null) {
      await (isRegistration ? registration : emailChange).resolve(link);
      // Another account has the address by now: nothing is left to confirm.
      if ((await users.findByEmail(link.email)) !== undefined) throw new AppError('link.expired');
    }
    return {
      kind: isRegistration ? 'registration' : 'email_change',
      email: link.email,
      confirmed: link.used_at !== null,
    };
  };
