import { currentLocale } from '#shared/i18n/messages.ts';
import type { SelectOption } from '#shared/ui/select.tsx';

/** Tags of the languages on offer (ISO 639-1, with script or region where a language has several forms). */
const tags =
  'af am ar as ast az be bg bn br bs ca ceb ckb co cs cy da de de-AT de-CH dv el en en-GB eo es es-MX et eu fa fi fil fo fr fr-CA fy ga gd gl gn gu ha haw he hi hr ht hu hy id ig is it ja jv ka kk km kn ko ku ky lb ln lo lt lv mg mi mk ml mn mr ms mt my nb ne nl nn ny oc or pa pl ps pt pt-BR qu rm ro ru rw sa sc sd si sk sl sm sn so sq sr sr-Latn st su sv sw ta te tg th ti tk tl tn tr ts tt ug uk ur uz vi wo xh yi yo zh-Hans zh-Hant zu'.split(
    ' ',
  );

/** Returns a language's name in that language. */
const ownNameOf = (tag: string): string | undefined =>
  new Intl.DisplayNames([tag], { type: 'language' }).of(tag);

/**
 * Returns the languages on offer with their names in the page's language and in their own, in alphabetical order.
 * @param known tags of the existing languages
 */
export const languageOptions = (known: readonly string[]): readonly SelectOption[] => {
  const locale = currentLocale();
  const names = new Intl.DisplayNames([locale], { type: 'language' });
  const { compare } = new Intl.Collator(locale);
  return tags
    .filter((tag) => !known.includes(tag))
    .map((tag) => {
      const [name = tag, own] = [names.of(tag), ownNameOf(tag)];
      return { value: tag, label: own === undefined || own === name ? name : `${name} · ${own}` };
    })
    .toSorted((one, other) => compare(one.label, other.label));
};
