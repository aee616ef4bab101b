import { getConfig } from '#shared/config/config.ts';
import type { Translate } from '#shared/i18n/messages.ts';

const day = 24 * 60 * 60_000;

/**
 * Days until an item in the trash is deleted for good, a day that has begun counted as a whole one; 0 once it is due.
 *
 * @param deletedAt ISO 8601
 * @param keptFor days that the trash keeps an item
 */
export const daysLeft = (deletedAt: string, keptFor: number, now = Date.now()): number =>
  Math.max(0, Math.ceil((Date.parse(deletedAt) + keptFor * day - now) / day));

/** In words, or `—` for what was not put there by itself. */
const endOf =
  (key: 'trash.deletes_in' | 'trash.days_left') =>
  (t: Translate, deletedAt: string | null): string => {
    if (deletedAt === null) return '—';
    const count = daysLeft(deletedAt, getConfig().trashRetentionDays);
    return count === 0 ? t('trash.deletes_today') : t(key, { count });
  };

/** When an item in the trash is deleted for good: “Deletes in 30 days”. */
export const trashEndText = endOf('trash.deletes_in');
/** The same below a heading that says what it is: “30 days”. */
export const trashTimeLeft = endOf('trash.days_left');
