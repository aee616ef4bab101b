/** Scripts that are written from right to left (ISO 15924). */
const rightToLeft: ReadonlySet<string | undefined> = new Set([
  'Adlm',
  'Arab',
  'Hebr',
  'Mand',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
]);

export type TextDirection = 'ltr' | 'rtl';

/** The direction in which a language is written. @param locale a BCP 47 tag that is well formed */
export const directionOf = (locale: string): TextDirection =>
  rightToLeft.has(new Intl.Locale(locale).maximize().script) ? 'rtl' : 'ltr';
