import { countryCodes } from '@holdall/contract/countries';
import { timezoneOffsets } from '@holdall/contract/timezones';
import { currentLocale, hasText, text } from '#shared/i18n/messages.ts';

/** Countries that stand first, before the others by their names (specification section 3). */
export const firstCountries = 2;

/** A country in the reader's language. */
export const countryName = (code: string): string => {
  const key = `country.${code}`;
  if (hasText(key)) return text(key);
  return new Intl.DisplayNames(currentLocale(), { type: 'region', fallback: 'code' }).of(code) ?? code;
};

/** Every country with its name, Czech Republic and Slovakia first. */
export const countryOptions = (): { readonly value: string; readonly label: string }[] => {
  const named = countryCodes.map((value) => ({ value, label: countryName(value) }));
  const { compare } = new Intl.Collator(currentLocale());
  return [
    ...named.slice(0, firstCountries),
    ...named.slice(firstCountries).toSorted((one, other) => compare(one.label, other.label)),
  ];
};

/** `UTC +05:45` for 5.75 hours. */
export const timezoneName = (hours: number): string => {
  const minutes = Math.round(Math.abs(hours) * 60);
  const part = (value: number): string => String(value).padStart(2, '0');
  return `UTC ${hours < 0 ? '−' : '+'}${part(Math.floor(minutes / 60))}:${part(minutes % 60)}`;
};

export const timezoneOptions = (): { readonly value: string; readonly label: string }[] =>
  timezoneOffsets.map((hours) => ({ value: String(hours), label: timezoneName(hours) }));
