import { pages } from '@holdall/contract/pages';
import type { Db } from '#db/database.ts';
import { limits } from '#features/auth/index.ts';
import { invitation, linkLifetimes, localeOf } from './account.rules.ts';
import type { AccountDeps, Recipient } from './account.types.ts';
import type { LinksService } from './links.service.ts';

export type Occasion = 'welcome' | 'password_reset';

export interface PasswordLinks {
  /** Mails a link to choose a password; the links before it are void, but for an invitation. To be followed by `nudge` of the mails. */
  mailTo(on: Db, to: Recipient, occasion: Occasion): Promise<void>;
  /** The same for an administrator's wish. @throws limit.too_many */
  mailAtWish(on: Db, to: Recipient, occasion: Occasion): Promise<void>;
}

export const createPasswordLinks = ({
  auth,
  mail,
  links,
}: AccountDeps & { links: LinksService }): PasswordLinks => {
  const mailTo: PasswordLinks['mailTo'] = async (on, { id, email, locale }, occasion) => {
    const lifetime = occasion === 'welcome' ? linkLifetimes.welcome : linkLifetimes.password;
    const { token, until } = await links.make(on, {
      kind: 'password',
      userId: id,
      email,
      lifetime,
      ...(occasion === 'welcome' ? { payload: invitation } : {}),
    });
    const link = mail.link(pages.newPassword, { token, email });
    await mail.send(on, { template: occasion, to: email, values: { link }, until, ...localeOf({ locale }) });
  };
  return {
    mailTo,
    mailAtWish: async (on, to, occasion) => {
      await auth.limits.count(`mail:wish:${to.id}`, limits.mailToAddress, on);
      await mailTo(on, to, occasion);
    },
  };
};
