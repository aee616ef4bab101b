import { directionOf } from '@holdall/contract/text';
import type { UnavailablePageText, PlainPage } from '#http/unavailable-page.ts';
import { acceptedLanguages } from '#lib/http/accept-language.ts';
import { shippedTexts } from './shipped-texts.ts';
import { completed, nearest, shippedLocales } from './translations.rules.ts';

const stems: Readonly<Record<PlainPage, string>> = { unavailable: 'guest.unavailable', offline: 'offline' };

/** Returns the shipped text of a page that must not depend on the database. */
export const unavailablePageTextFor = async (
  acceptLanguage: string,
  page: PlainPage,
): Promise<UnavailablePageText> => {
  const preferences = acceptedLanguages(acceptLanguage);
  const locale = preferences.flatMap((preferred) => nearest(preferred, shippedLocales) ?? [])[0] ?? 'en';
  const texts = completed(locale, await shippedTexts(locale));
  return {
    locale,
    direction: directionOf(locale),
    title: texts[`${stems[page]}.title`] ?? '',
    text: texts[`${stems[page]}.text`] ?? '',
    action: texts[`${stems[page]}.action`] ?? '',
  };
};
