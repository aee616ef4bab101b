import { createHash } from 'node:crypto';
import { en } from '@holdall/contract/messages/en';
import type { Config } from '@holdall/contract/settings';
import type { Messages } from '@holdall/contract/translations';

export interface Catalogue {
  readonly messages: Messages;
  /** Strong ETag of the messages, quotes included. */
  readonly etag: string;
}

export interface TranslationsService {
  /** The messages of a language; those of English where it is not known. */
  getMessages(locale: string): Catalogue;
  /** The languages that there are messages of, each by its own name. */
  readonly languages: Config['languages'];
  readonly hasMessages: (locale: string) => boolean;
  /** The first of several wishes that there are messages of; else English. */
  firstOf(wishes: readonly (string | null | undefined)[]): string;
}

const catalogueOf = (messages: Messages): Catalogue => ({
  messages,
  etag: `"${createHash('sha256').update(JSON.stringify(messages)).digest('base64url').slice(0, 22)}"`,
});

const nameOf = (locale: string): string =>
  new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;

/** @param others languages beside English */
export const createTranslationsService = (
  others: Readonly<Record<string, Messages>> = {},
): TranslationsService => {
  const english = catalogueOf(en);
  const known = new Map([
    ['en', english],
    ...Object.entries(others).map(([locale, messages]) => [locale, catalogueOf(messages)] as const),
  ]);
  return {
    getMessages: (locale) => known.get(locale) ?? english,
    languages: [...known.keys()].map((locale) => ({ locale, name: nameOf(locale) })),
    hasMessages: (locale) => known.has(locale),
    firstOf: (wishes) => wishes.find((locale) => typeof locale === 'string' && known.has(locale)) ?? 'en',
  };
};
