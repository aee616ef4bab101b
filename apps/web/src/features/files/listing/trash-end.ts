import { getConfig } from '#shared/config/config.ts';
import type { Translate } from '#shared/i18n/messages.ts';

const day = 24 * 60 * 60_000;

/**
 * Returns the days until an item in the trash is deleted forever, rounded up; 0 once it is due.
 *
 * @param deletedAt ISO 8601
 * @param keptFor days that the trash keeps an item
 */
export const daysLeft = (deletedAt: string, keptFor: number, now = Date.now()): number =>
  Math.max(0, Math.ceil((Date.parse(deletedAt) + keptFor * day - now) / day));

/** Returns a function that formats the remaining time, or `—` for an item that was not deleted itself. */
const endOf =
  (key: 'trash.deletes_in' | 'trash.days_left') =>
  (t: Translate, deletedAt: string | null): string => {
    if (deletedAt === null) return '—';
    const count = daysLeft(deletedAt, getConfig().trashRetentionDays);
    return count === 0 ? t('trash.deletes_today') : t(key, { count });
  };

/** Formats the deletion of an item in the trash: “Deletes in 30 days”. */
export const trashEndText = endOf('trash.deletes_in');
/** Formats the remaining time below a heading that names it: “30 days”. */
export const trashTimeLeft = endOf('trash.days_left');
