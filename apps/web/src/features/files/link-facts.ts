import type { Share } from '@holdall/contract/share-link';
import type { Translate } from '#shared/i18n/messages.ts';
import { formatEnd } from '#shared/lib/format-date.ts';

/** Returns the facts of a link in the shared items: `Editor · with a password · expires 24 Nov · 3 new`. */
export const linkFacts = (t: Translate, { data }: Share): string => {
  const { permission, protected: isProtected, expires_at: end, unseen, visits } = data.attributes;
  return [
    t(`share.${permission}`),
    isProtected && t('share.with_password'),
    end && t('share.expires', { date: formatEnd(end) }),
    unseen > 0 ? t('guests.new', { count: unseen }) : t('share.visits', { count: visits }),
  ]
    .filter(Boolean)
    .join(' · ');
};
