import { directionOf } from '@holdall/contract/text';

const english = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** A language's units of size. */
export interface SizeWords {
  /** BCP 47. */
  readonly locale: string;
  /** Its units from bytes on, by factors of a thousand, separated by spaces. */
  readonly units?: string | undefined;
}

/**
 * Formats bytes for people, in decimal units with at most one decimal: `5 GB`, `1.5 MB`, `900 B`; English by
 * default.
 */
export const formatBytes = (bytes: number, { locale, units: own }: SizeWords = { locale: 'en' }): string => {
  const written = own?.split(' ') ?? [];
  const units = written.length === english.length ? written : english;
  let value = bytes;
  let unit = 0;
  // 999.95 would be rounded to 1000.
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = { maximumFractionDigits: unit === 0 ? 0 : 1, useGrouping: false };
  // In right-to-left text number and unit would change places.
  const mark = directionOf(locale) === 'rtl' ? '\u200e' : '';
  return `${mark}${new Intl.NumberFormat(locale, digits).format(value)} ${units[unit]}`;
};
