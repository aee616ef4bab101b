import type { Translate } from '#shared/i18n/messages.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Formats the time until a link expires in the largest applicable unit, a single day with its hours. */
export const expiryText = (t: Translate, expiresAt: string, now: number): string => {
  const left = Math.max(0, Date.parse(expiresAt) - now);
  const minutes = Math.max(1, Math.ceil(left / minute));
  if (minutes < 60) return t('guest.expires.minutes', { count: minutes });
  // A link for two days still has that long when it is opened some seconds later.
  const hours = Math.floor((left + 10 * minute) / hour);
  if (hours < 24) return t('guest.expires.hours', { count: Math.max(1, hours) });
  const days = Math.floor(hours / 24);
  const more = hours % 24;
  if (days > 1 || more === 0) return t('guest.expires.days', { count: days });
  return t('guest.expires.day_and_hours', { count: more });
};
