import { createHash } from 'node:crypto';
import { en } from '@holdall/contract/messages/en';
import type { Messages } from '@holdall/contract/translations';

export interface Catalogue {
  readonly messages: Messages;
  /** Strong ETag of the messages, quotes included. */
  readonly etag: string;
}

export interface TranslationsService {
  /** The messages of a language; those of English where it is not known. */
  getMessages(locale: string): Catalogue;
}

const catalogueOf = (messages: Messages): Catalogue => ({
  messages,
  etag: `"${createHash('sha256').update(JSON.stringify(messages)).digest('base64url').slice(0, 22)}"`,
});

export const createTranslationsService = (): TranslationsService => {
  const english = catalogueOf(en);
  const languages = new Map([['en', english]]);
  return { getMessages: (locale) => languages.get(locale) ?? english };
};
