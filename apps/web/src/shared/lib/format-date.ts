import { currentLocale, text } from '#shared/i18n/messages.ts';

const day = 24 * 60 * 60 * 1000;

/** The product's English writes days before months. */
const dateLocale = (): string => (currentLocale() === 'en' ? 'en-GB' : currentLocale());

const startOfDay = (time: Date): number =>
  new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();

const formats = new Map<string, Intl.DateTimeFormat>();
/** A time in the words of the reader. Formats are costly to make and rows are many: one of each is kept. */
export const formatTime = (time: Date, options: Intl.DateTimeFormatOptions): string => {
  const key = dateLocale() + JSON.stringify(options);
  let made = formats.get(key);
  if (!made) formats.set(key, (made = new Intl.DateTimeFormat(dateLocale(), options)));
  return made.format(time);
};

/**
 * A time in a listing: `Today, 09:41`, `Yesterday`, `12 Nov`, `12 Nov 2025`.
 * @param iso ISO 8601 in UTC; shown in the device's time zone.
 */
export const formatShortDate = (iso: string, now = new Date()): string => {
  const time = new Date(iso);
  // Rounded, because days of 23 and 25 hours exist.
  const daysAgo = Math.round((startOfDay(now) - startOfDay(time)) / day);
  if (daysAgo === 0)
    return text('files.time.today', { time: formatTime(time, { hour: '2-digit', minute: '2-digit' }) });
  if (daysAgo === 1) return text('files.time.yesterday');
  if (time.getFullYear() === now.getFullYear()) return formatTime(time, { day: 'numeric', month: 'short' });
  return formatTime(time, { day: 'numeric', month: 'short', year: 'numeric' });
};

/**
 * Returns the end of something within a sentence: `23 Nov`, `3 Mar 2027`; with the time where less than two days are
 * left: `23 Nov, 10:12`.
 */
export const formatEnd = (iso: string, now = new Date()): string => {
  const time = new Date(iso);
  const isNear = +time - +now < 2 * day;
  const isOther = !isNear && time.getFullYear() !== now.getFullYear();
  return formatTime(time, {
    day: 'numeric',
    month: 'short',
    ...(isOther && { year: 'numeric' }),
    ...(isNear && { hour: '2-digit', minute: '2-digit' }),
  });
};

/**
 * A day as a heading: `Today`, `Yesterday`, `Wednesday, 18 November`, `18 November 2025`.
 * @param iso ISO 8601 in UTC; the day of the device's time zone.
 */
export const formatDay = (iso: string, now = new Date()): string => {
  const time = new Date(iso);
  const daysAgo = Math.round((startOfDay(now) - startOfDay(time)) / day);
  if (daysAgo === 0) return text('files.day.today');
  if (daysAgo === 1) return text('files.time.yesterday');
  if (time.getFullYear() === now.getFullYear())
    return formatTime(time, { weekday: 'long', day: 'numeric', month: 'long' });
  return formatTime(time, { day: 'numeric', month: 'long', year: 'numeric' });
};
