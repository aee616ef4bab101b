import type { Translate } from '#shared/i18n/messages.ts';

const minute = 60_000;
const hour = 60 * minute;

/** How long a link still works, in the largest unit of which there is one; never longer than it does. */
export const expiryText = (t: Translate, expiresAt: string, now: number): string => {
  const left = Math.max(0, Date.parse(expiresAt) - now);
  const minutes = Math.max(1, Math.ceil(left / minute));
  if (minutes < 60) return t('guest.expires.minutes', { count: minutes });
  // A link for two days has that long as it is opened, though some seconds have gone.
  const hours = Math.floor((left + 10 * minute) / hour);
  if (hours < 24) return t('guest.expires.hours', { count: Math.max(1, hours) });
  return t('guest.expires.days', { count: Math.floor(hours / 24) });
};
