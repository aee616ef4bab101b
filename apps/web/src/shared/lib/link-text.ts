import type { Share } from '@holdall/contract/share-link';
import type { Translate } from '#shared/i18n/messages.ts';
import { formatEnd } from './format-date.ts';

/** A link in one line: `Shared by link · Editor · expires 24 Nov`. */
export const linkText = (t: Translate, { data }: Share): string => {
  const { permission, expires_at: end } = data.attributes;
  return [t('share.badge'), t(`share.${permission}`), end && t('share.expires', { date: formatEnd(end) })]
    .filter(Boolean)
    .join(' · ');
};
