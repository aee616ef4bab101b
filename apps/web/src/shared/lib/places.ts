import { countryCodes } from '@holdall/contract/countries';
import { timezoneOffsets } from '@holdall/contract/choices';
import { currentLocale, hasText, text } from '#shared/i18n/messages.ts';

/** Countries that stand first, before the others by their names (specification section 3). */
export const firstCountries = 2;

interface Option {
  readonly value: string;
  readonly label: string;
}

const countriesIn = (locale: string): readonly Option[] => {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  const named = countryCodes.map((value) => {
    const key = `country.${value}`;
    return { value, label: hasText(key) ? text(key) : (names.of(value) ?? value) };
  });
  const { compare } = new Intl.Collator(locale);
  return [
    ...named.slice(0, firstCountries),
    ...named.slice(firstCountries).toSorted((one, other) => compare(one.label, other.label)),
  ];
};

let made: { readonly locale: string; readonly countries: readonly Option[] } | undefined;

/** Every country with its name in the reader's language, Czech Republic and Slovakia first. It is costly, and made once. */
export const countryOptions = (): readonly Option[] => {
  const locale = currentLocale();
  if (made?.locale !== locale) made = { locale, countries: countriesIn(locale) };
  return made.countries;
};

/** `UTC +05:45` for 5.75 hours. */
export const timezoneName = (hours: number): string => {
  const minutes = Math.round(Math.abs(hours) * 60);
  const part = (value: number): string => String(value).padStart(2, '0');
  return `UTC ${hours < 0 ? '−' : '+'}${part(Math.floor(minutes / 60))}:${part(minutes % 60)}`;
};

export const timezoneOptions = (): Option[] =>
  timezoneOffsets.map((hours) => ({ value: String(hours), label: timezoneName(hours) }));
