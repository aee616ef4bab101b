import { currentLocale, hasText, text } from '#shared/i18n/messages.ts';
import { readsLeftward } from './reading.ts';

const key = 'bytes.units';
const english = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** The units as the page's language writes them, from bytes on. */
export const byteUnits = (): readonly string[] => {
  const own = hasText(key) ? text(key).split(' ') : [];
  return own.length === english.length ? own : english;
};

const formats = new Map<string, Intl.NumberFormat>();

/** Formats are costly to make and rows are many: one of each is kept. */
const formatOf = (digits: number): Intl.NumberFormat => {
  const key = currentLocale() + digits;
  let made = formats.get(key);
  if (!made)
    formats.set(key, (made = new Intl.NumberFormat(currentLocale(), { maximumFractionDigits: digits })));
  return made;
};

/**
 * A size as people read it, in decimal units: `184 KB`, `8.4 MB`, `412 MB`.
 * @param bytes not negative.
 */
export const formatBytes = (bytes: number): string => {
  const units = byteUnits();
  let value = bytes;
  let unit = 0;
  // A value that rounds up to 1000 belongs to the next unit.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit < 2 || value >= 99.95 ? 0 : 1;
  const number = formatOf(digits).format(value);
  // Between letters that run from right to left, number and unit would change places.
  return `${readsLeftward() ? '\u200e' : ''}${number} ${units[unit]}`;
};
