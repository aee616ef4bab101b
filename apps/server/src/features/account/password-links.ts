import { pages } from '@holdall/contract/pages';
import type { Db } from '#db/database.ts';
import { limits } from '#features/auth/index.ts';
import { handedOver, invitation, linkLifetimes, localeOf } from './account.rules.ts';
import type { AccountDeps, Recipient } from './account.types.ts';
import type { EmailTokens } from './email-tokens.ts';

export type Occasion = 'welcome' | 'password_reset';

/** A link that an administrator hands over. */
export interface HandedLink {
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export interface PasswordLinks {
  /**
   * Mails a link to choose a password, and voids earlier ones except invitations. The caller nudges the mails after
   * the commit.
   */
  mailTo(on: Db, to: Recipient, occasion: Occasion): Promise<void>;
  /** Mails such a link on behalf of an administrator, within their limit. @throws limit.too_many */
  mailForAdmin(on: Db, to: Recipient, occasion: Occasion): Promise<void>;
  /** Creates a link that is returned instead of mailed, and voids the earlier one of the same occasion. */
  handOver(on: Db, to: Recipient, occasion: Occasion): Promise<HandedLink>;
}

export const createPasswordLinks = ({
  auth,
  mail,
  emailTokens,
}: AccountDeps & { emailTokens: EmailTokens }): PasswordLinks => {
  const make = async (on: Db, { id, email }: Recipient, payload?: string): Promise<HandedLink> => {
    const lifetime = payload === invitation ? linkLifetimes.welcome : linkLifetimes.password;
    const { token, until } = await emailTokens.make(on, {
      kind: 'password',
      userId: id,
      email,
      lifetime,
      ...(payload !== undefined && { payload }),
    });
    return { url: mail.link(pages.newPassword, { token, email }), until };
  };
  const mailTo: PasswordLinks['mailTo'] = async (on, to, occasion) => {
    const { url: link, until } = await make(on, to, occasion === 'welcome' ? invitation : undefined);
    await mail.send(on, { template: occasion, to: to.email, values: { link }, until, ...localeOf(to) });
  };
  return {
    mailTo,
    mailForAdmin: async (on, to, occasion) => {
      await auth.limits.count(`mail:password:${to.id}`, limits.mailToAddress, on);
      await mailTo(on, to, occasion);
    },
    handOver: (on, to, occasion) => make(on, to, occasion === 'welcome' ? invitation : handedOver),
  };
};
