/** Functions on texts that pages and servers share. */

/** The picture beside a favicon for home screens. @param address of the favicon */
export const homeScreenIcon = (address: string): string => address.replace(/full$/, 'home');

/**
 * Returns a number as `1,000,000`. It does not use the locale data of Node and browsers, whose first use takes a start
 * 15 ms.
 */
export const inThousands = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** Common substitutes of letters, which make a password look stronger. */
const substitutes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** Returns a text with the letters that its digits and symbols stand for. */
export const undoSubstitutes = (text: string): string =>
  text.replaceAll(/[@431!0$57]/g, (character) => substitutes[character] ?? character);

/** Placeholders of messages: `{{count, number}}`. */
const placeholder = /\{\{\s*([^{}]+?)\s*\}\}/g;

/** The placeholders of a message, each once, as messages write them. */
export const placeholdersOf = (message: string): string[] => [
  ...new Set(
    [...message.matchAll(placeholder)].map(([, inner = '']) => `{{${inner.replaceAll(/\s+/g, ' ')}}}`),
  ),
];

/** Returns a message without its placeholders: the rest has no braces of its own. */
export const withoutPlaceholders = (message: string): string => message.replaceAll(placeholder, '');

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
