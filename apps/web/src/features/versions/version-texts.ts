import type { StoredBy, Version } from '@holdall/contract/versions';
import type { Translate } from '#shared/i18n/messages.ts';
import { formatEnd } from '#shared/lib/format-date.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';

/** Returns who stored a content; empty where that is unknown. */
export const storedByText = (t: Translate, { kind, name }: StoredBy): string => {
  switch (kind) {
    case 'you':
      return t('versions.by_you');
    case 'user':
      return name === '' ? '' : t('versions.by', { name });
    case 'link':
      return name === '' ? t('versions.by_link') : t('versions.by_named_link', { name });
    case 'unknown':
      return '';
  }
};

/** Returns the time that a version is called by: when its content was stored. */
export const versionTime = ({ stored_at: at }: Pick<Version, 'stored_at'>): string => formatLongDate(at);

/** Returns when thinning removes a version; undefined if it stays. */
export const versionExpiry = (
  t: Translate,
  { expires_at: at }: Pick<Version, 'expires_at'>,
  now = new Date(),
): string | undefined => {
  if (at === null) return undefined;
  return new Date(at) <= now
    ? t('versions.expires_soon')
    : t('versions.expires', { date: formatEnd(at, now) });
};
