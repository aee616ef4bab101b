import { currentLocale } from '#shared/i18n/messages.ts';

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/**
 * A size as people read it, in decimal units: `184 KB`, `8.4 MB`, `412 MB`.
 * @param bytes not negative.
 */
export const formatBytes = (bytes: number): string => {
  let value = bytes;
  let unit = 0;
  // A value that rounds up to 1000 belongs to the next unit.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit < 2 || value >= 99.95 ? 0 : 1;
  const number = new Intl.NumberFormat(currentLocale(), { maximumFractionDigits: digits }).format(value);
  return `${number} ${units[unit]}`;
};
