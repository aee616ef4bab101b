import { formatTime } from './format-date.ts';

/** A time in full: `20 Nov 2026, 10:12`. */
export const formatLongDate = (iso: string): string =>
  formatTime(new Date(iso), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });

/** A time to the second, with the device's time zone: `20 Nov 2026, 10:12:09 GMT+1`. */
export const formatExactTime = (iso: string): string =>
  formatTime(new Date(iso), { dateStyle: 'medium', timeStyle: 'long' });

/**
 * A day of a chart: `14 Nov`.
 * @param date ISO date, as the server counts days (UTC).
 */
export const formatChartDay = (date: string): string =>
  formatTime(new Date(date), { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A time of day to the second: `10:12:09`. */
export const formatTimeOfDay = (iso: string): string =>
  formatTime(new Date(iso), { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** A day with its year: `20 Nov 2026`. */
export const formatFullDay = (iso: string): string =>
  formatTime(new Date(iso), { day: 'numeric', month: 'short', year: 'numeric' });
