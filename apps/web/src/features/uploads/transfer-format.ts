import type { Translate } from '#shared/i18n/messages.ts';

const steps = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats `14.2 MB/s` for the language, in decimal units like sizes. */
export function formatSpeed(bytesPerSecond: number, locale: string): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(1, bytesPerSecond)) / 3), steps.length - 1);
  const value = bytesPerSecond / 1000 ** step;
  const unit = `${steps[step] ?? 'byte'}-per-second`;
  const digits = step > 0 && value < 100 ? 1 : 0;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: digits }).format(value);
}

/** Formats the remaining time in one or two units: `18 s`, `3 min`, `1 h 20 min`. */
export function formatTimeLeft(seconds: number, t: Translate): string {
  if (seconds < 60) return t('uploads.left.seconds', { seconds: Math.max(1, Math.ceil(seconds)) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t('uploads.left.minutes', { minutes });
  return t('uploads.left.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
