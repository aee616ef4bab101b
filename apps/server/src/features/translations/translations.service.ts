import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '@holdall/contract/settings';
import { directionOf } from '@holdall/contract/text';
import type { Messages } from '@holdall/contract/translations';
import type { Db } from '#db/database.ts';
import { isUnavailable } from '#db/errors.ts';
import type { LanguageRow } from '#db/tables/languages.ts';
import { shippedTexts } from './shipped-texts.ts';
import { findTexts, hasLanguage, listLanguages } from './translations.repo.ts';
import { completed, nameOf, nearest, shippedLocales } from './translations.rules.ts';

export interface Catalogue {
  /** The language of the messages. */
  readonly locale: string;
  readonly messages: Messages;
  /** Strong ETag of the messages, quotes included. */
  readonly etag: string;
}

export type LanguagePreferences = readonly (string | null | undefined)[];

/** Languages offered to a page. */
export interface Offer extends Pick<Config, 'locale' | 'languages'> {
  /** Changes with the messages of the page's language. */
  readonly version: string;
  /** The units of sizes in the page's language, in the form of `bytes.units`. */
  readonly units: string | undefined;
}

export interface TranslationsService {
  /** Returns the messages of a language; English for an unknown one. */
  getMessages(locale: string): Promise<Catalogue>;
  hasMessages(locale: string): Promise<boolean>;
  /** Returns the messages of the first preference that is available; English by default. */
  catalogueFor(preferences: LanguagePreferences): Promise<Catalogue>;
  /** As `catalogueFor` from the cache, for errors: it answers soon, whatever the database does. */
  cachedCatalogueFor(preferences: LanguagePreferences): Promise<Catalogue>;
  /** Returns the language of the page, and all languages with their own names. */
  offer(preferences: LanguagePreferences): Promise<Offer>;
}

/** The source of languages and their changed texts. */
export interface LanguageSource {
  list(): Promise<readonly LanguageRow[]>;
  texts(locale: string): Promise<Messages>;
}

/** The shipped languages, for use without a database. */
export const shippedLanguages: LanguageSource = {
  list: async () => shippedLocales.map((locale) => ({ locale, revision: 0 })),
  texts: async () => ({}),
};

const english: LanguageRow = { locale: 'en', revision: 0 };
/** The revision of a shipped catalogue, which no row has. */
const neverAsked = -1;

/** The languages in the database; the last known ones during an outage. */
export const storedLanguages = (db: Db): LanguageSource => {
  let known: readonly LanguageRow[] | undefined;
  return {
    list: async () => {
      try {
        known = await listLanguages(db);
        return known;
      } catch (error) {
        // The page that reports the outage needs its messages.
        if (isUnavailable(error)) return known ?? shippedLanguages.list();
        throw error;
      }
    },
    texts: (locale) => findTexts(db, locale),
  };
};

/** Tells whether the database has a language, inside a transaction. */
export const isSpoken = (on: Db, locale: string): Promise<boolean> => hasLanguage(on, locale);

const etagOf = (messages: Messages): string =>
  `"${createHash('sha256').update(JSON.stringify(messages)).digest('base64url').slice(0, 22)}"`;

const describe = ({ locale }: LanguageRow): Config['languages'][number] => ({
  locale,
  name: nameOf(locale),
  direction: directionOf(locale),
});

const pick = (rows: readonly LanguageRow[], preferences: LanguagePreferences): LanguageRow => {
  const known = rows.map(({ locale }) => locale);
  for (const preferred of preferences) {
    const found = preferred ? nearest(preferred, known) : undefined;
    if (found !== undefined) return rows.find(({ locale }) => locale === found) ?? english;
  }
  return rows.find(({ locale }) => locale === 'en') ?? english;
};

/** Milliseconds for which errors use cached languages without reading them again. */
const knownFor = 5_000;
/** Milliseconds that an error waits for messages that are not cached. */
const patience = 300;

/** The available languages with their messages; catalogues are cached by revision. */
export const createTranslationsService = (source: LanguageSource): TranslationsService => {
  let known: { readonly rows: readonly LanguageRow[]; readonly at: number } | undefined;
  const list = async (): Promise<readonly LanguageRow[]> => {
    const rows = await source.list();
    known = { rows, at: performance.now() };
    return rows;
  };
  const made = new Map<string, { readonly revision: number; readonly catalogue: Catalogue }>();

  const make = async (locale: string, own: Messages): Promise<Catalogue> => {
    const messages = completed(locale, { ...(await shippedTexts(locale)), ...own });
    return { locale, messages, etag: etagOf(messages) };
  };

  const catalogueOf = async ({ locale, revision }: LanguageRow): Promise<Catalogue> => {
    const last = made.get(locale);
    if (last?.revision === revision) return last.catalogue;
    try {
      const catalogue = await make(locale, await source.texts(locale));
      made.set(locale, { revision, catalogue });
      return catalogue;
    } catch (error) {
      if (isUnavailable(error)) return last?.catalogue ?? make(locale, {});
      throw error;
    }
  };

  const catalogueFor = async (preferences: LanguagePreferences): Promise<Catalogue> =>
    catalogueOf(pick(await list(), preferences));

  let learning: Promise<unknown> | undefined;
  /** Loads messages for an error; one load at a time, so that an outage causes no load. */
  const learn = (preferences: LanguagePreferences): Promise<unknown> =>
    (learning ??= catalogueFor(preferences)
      .catch(() => undefined)
      .finally(() => {
        learning = undefined;
      }));
  /** Returns the last known catalogue, or the shipped one. */
  const lastOf = async ({ locale }: LanguageRow): Promise<Catalogue> => {
    const { catalogue = await make(locale, {}) } = made.get(locale) ?? {};
    if (!made.has(locale)) made.set(locale, { revision: neverAsked, catalogue });
    return catalogue;
  };
  const cachedCatalogueFor = async (preferences: LanguagePreferences): Promise<Catalogue> => {
    const preferredRow = async (): Promise<LanguageRow> =>
      pick(known?.rows ?? (await shippedLanguages.list()), preferences);
    const { locale, revision } = await preferredRow();
    if (known === undefined || made.get(locale)?.revision !== revision)
      await Promise.race([learn(preferences), delay(patience, undefined, { ref: false })]);
    else if (performance.now() - known.at > knownFor) void learn(preferences);
    return lastOf(await preferredRow());
  };

  return {
    catalogueFor,
    cachedCatalogueFor,
    getMessages: async (locale) => {
      const rows = await list();
      return catalogueOf(rows.find((row) => row.locale === locale) ?? english);
    },
    hasMessages: async (locale) => (await list()).some((row) => row.locale === locale),
    offer: async (preferences) => {
      const rows = await list();
      const row = pick(rows, preferences);
      const { locale, revision } = row;
      const { messages } = await catalogueOf(row);
      return {
        locale,
        languages: rows.map(describe),
        version: `${locale} ${revision}`,
        units: messages['bytes.units'],
      };
    },
  };
};
