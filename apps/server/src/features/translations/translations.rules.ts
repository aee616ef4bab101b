import { en } from '@holdall/contract/messages/en';
import { turnsLetters } from '@holdall/contract/line-of-text';
import { placeholdersOf, withoutPlaceholders } from '@holdall/contract/text';
import type { Messages } from '@holdall/contract/translations';
import type { Slot } from './translations.types.ts';

const english: Messages = en;

/** The shipped languages. */
export const shippedLocales: readonly string[] = ['en', 'cs', 'de', 'es', 'fr', 'sk'];

export const isShipped = (locale: string): boolean => shippedLocales.includes(locale);

/** Plural categories in the order in which they are listed. */
const categories = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
/** In most languages they stand for a single number, which their texts may omit. */
const small: ReadonlySet<string> = new Set(['zero', 'one', 'two']);

const isCount = (placeholder: string): boolean => /^\{\{count\b/.test(placeholder);

const pluralSlots = (stem: string, forms: readonly string[]): Slot[] => {
  const one = english[`${stem}_one`] ?? '';
  const other = english[`${stem}_other`] ?? '';
  const all = placeholdersOf(other);
  const allowed = [...new Set([...all, ...placeholdersOf(one)])];
  return forms.map((form) => ({
    key: `${stem}_${form}`,
    source: form === 'one' ? one : other,
    fallback: `${stem}_other`,
    required: small.has(form) ? all.filter((placeholder) => !isCount(placeholder)) : all,
    allowed,
  }));
};

const made = new Map<string, readonly Slot[]>();

const slotsIn = (forms: readonly string[]): readonly Slot[] =>
  Object.entries(english).flatMap(([key, source]) => {
    const stem = /^(.*)_(?:one|other)$/.exec(key)?.[1];
    if (stem === undefined || !(`${stem}_one` in english && `${stem}_other` in english)) {
      const placeholders = placeholdersOf(source);
      return [{ key, source, fallback: undefined, required: placeholders, allowed: placeholders }];
    }
    return key.endsWith('_one') ? pluralSlots(stem, forms) : [];
  });

/** Returns the texts of a language in the order of the English ones, with its plural forms. */
export const slotsOf = (locale: string): readonly Slot[] => {
  const has = new Set<string>(new Intl.PluralRules(locale).resolvedOptions().pluralCategories);
  const forms = categories.filter((category) => has.has(category));
  const known = made.get(forms.join());
  if (known !== undefined) return known;
  const slots = slotsIn(forms);
  made.set(forms.join(), slots);
  return slots;
};

/**
 * Returns all messages of a language; a missing one falls back to its general plural form, then to English.
 *
 * @param texts translations by key
 */
export const completed = (locale: string, texts: Messages): Messages =>
  Object.fromEntries(
    slotsOf(locale).map(({ key, source, fallback }) => [
      key,
      texts[key] ?? (fallback === undefined ? undefined : texts[fallback]) ?? source,
    ]),
  );

const list = (placeholders: readonly string[]): string => placeholders.join(', ');

/** Returns why a translation is refused, as a sentence; undefined if it is valid. */
export const faultOf = ({ required, allowed }: Slot, text: string): string | undefined => {
  const held = placeholdersOf(text);
  const dropped = required.filter((placeholder) => !held.includes(placeholder));
  if (dropped.length > 0) return `The translation must contain ${list(dropped)}, exactly as written.`;
  const foreign = held.filter((placeholder) => !allowed.includes(placeholder));
  if (foreign.length > 0) return `This text has no ${list(foreign)}.`;
  // Nested messages would be expanded when the text is displayed.
  if (/\{\{|\}\}|\$t\(/.test(withoutPlaceholders(text)))
    return 'Only use double braces for this text’s own placeholders.';
  if (/\p{Cc}/u.test(text)) return 'Don’t use line breaks or control characters.';
  return turnsLetters(text) ? 'Don’t use characters that reverse text direction.' : undefined;
};

/** Normalizes a language tag; undefined for an unknown language or plural rules. */
export const knownLocale = (preferred: string): string | undefined => {
  try {
    const [tag] = Intl.getCanonicalLocales(preferred.replaceAll('_', '-'));
    if (tag === undefined || !/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag)) return undefined;
    return Intl.PluralRules.supportedLocalesOf([tag]).length > 0 ? tag : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/** Returns a language's own name, capitalized. */
export const nameOf = (locale: string): string => {
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
};

const baseOf = (tag: string): string => tag.split('-', 1)[0] ?? tag;

/** Returns the known language nearest to a preferred one: itself, a more general one (RFC 4647), or another variant. */
export const nearest = (preferred: string, known: readonly string[]): string | undefined => {
  const tag = preferred.toLowerCase();
  for (let part = tag; part !== ''; part = part.includes('-') ? part.slice(0, part.lastIndexOf('-')) : '') {
    const found = known.find((locale) => locale.toLowerCase() === part);
    if (found !== undefined) return found;
  }
  return known.find((locale) => baseOf(locale) === baseOf(tag));
};
