import { z } from 'zod';
import { adminEndpoints } from './admin.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { pageMeta } from './page.ts';
import { locale, messages } from './translations.ts';

const tag = 'Administration';
const access = 'admin';
/** The tag of a language is its id. */
const params = z.strictObject({ id: locale });

/** Characters of a translation at the most. */
export const translationLimit = 4000;
/** Bytes of an import at the most: every message many times over. */
const importLimit = 2 * 1024 * 1024;
const count = z.number().int().min(0);

const language = z.object({
  id: locale,
  type: z.literal('language'),
  attributes: z.object({
    /** By its own name. */
    name: z.string(),
    direction: z.enum(['ltr', 'rtl']),
    /** It comes with the application. */
    shipped: z.boolean(),
    /** Pages speak it where nobody has chosen another. */
    default: z.boolean(),
    /** Texts that it has, plural forms counted singly. */
    texts: count,
    /** Texts that have no translation: English stands in for them. */
    missing: count,
    /** Texts that were changed here. */
    changed: count,
  }),
});
export type Language = z.output<typeof language>;

const translatedString = z.object({
  key: z.string(),
  /** The English text. */
  source: z.string(),
  /** The text in force; null: English stands in for it. */
  translation: z.string().nullable(),
  /** The text that comes with the application, where it has been changed here. */
  shipped: z.string().nullable(),
  changed: z.boolean(),
  /** Placeholders that a translation must hold, as they are written there. */
  placeholders: z.array(z.string()),
});
export type TranslatedString = z.output<typeof translatedString>;

export const listLanguages = endpoint({
  ...adminEndpoints.listLanguages,
  access,
  tag,
  summary: 'The languages that pages and mails can speak, and how much of each is translated.',
  answers: { 200: z.object({ data: z.array(language) }) },
});

export const addLanguage = endpoint({
  ...adminEndpoints.addLanguage,
  access,
  tag,
  summary:
    'Add a language. One that comes with the application brings its texts, another one begins in English.',
  body: z.strictObject({ locale: z.string('Enter a language tag, like it or pt-BR.').trim().max(35) }),
  bodyKind: 'json',
  answers: { 201: z.object({ data: language }) },
  errors: ['language.exists'],
});

export const removeLanguage = endpoint({
  ...adminEndpoints.removeLanguage,
  access,
  tag,
  summary: 'Remove a language and what was changed of it. Whoever had chosen it gets the default one.',
  params,
  answers: { 204: null },
  errors: ['language.not_found', 'language.english'],
});

/** Which texts are listed: all, those without a translation, or those that were changed here. */
export const stringFilters = ['all', 'untranslated', 'changed'] as const;
export type StringFilter = (typeof stringFilters)[number];

export const listStrings = endpoint({
  ...adminEndpoints.listStrings,
  access,
  tag,
  summary: 'Texts of a language beside the English ones, in the order of the application.',
  params,
  query: z.strictObject({
    /** Searches keys, English texts and translations. */
    search: z.string().trim().max(200).default(''),
    filter: z.enum(stringFilters).default('all'),
    offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answers: {
    200: z.object({
      data: z.array(translatedString),
      meta: pageMeta.extend({ texts: count, missing: count }),
    }),
  },
  errors: ['language.not_found'],
});

export const updateString = endpoint({
  ...adminEndpoints.updateString,
  access,
  tag,
  summary:
    'Save one text; pages show it at once. One that leaves out a placeholder is refused. Null takes the change back.',
  params,
  body: z.strictObject({
    key: z.string().max(200),
    value: z
      .string()
      .max(translationLimit, `A translation can have at most ${translationLimit} characters.`)
      .nullable(),
  }),
  bodyKind: 'json',
  answers: { 200: z.object({ data: translatedString, meta: z.object({ texts: count, missing: count }) }) },
  errors: ['language.not_found'],
});

export const exportLanguage = endpoint({
  ...adminEndpoints.exportLanguage,
  access,
  tag,
  summary: 'All texts of a language as a JSON file, key to text; what is not translated is empty.',
  params,
  answers: { 200: messages },
  errors: ['language.not_found'],
});

export const importLanguage = endpoint({
  ...adminEndpoints.importLanguage,
  access,
  tag,
  summary:
    'Save the texts of a file as `export` makes it. Empty ones are left out; what cannot be kept is answered.',
  params,
  body: z.record(z.string(), z.string(), 'A file of texts is a JSON object of keys and texts.'),
  bodyKind: 'json',
  bodyLimit: importLimit,
  answers: {
    200: z.object({
      data: z.object({
        /** Texts that are other ones now. */
        saved: count,
        /** Texts that were so already. */
        unchanged: count,
        /** Keys that this version does not know. */
        unknown: z.array(z.string()),
        /** Texts that were not saved, and why. */
        refused: z.array(z.object({ key: z.string(), reason: z.string() })),
      }),
      meta: z.object({ texts: count, missing: count }),
    }),
  },
  errors: ['language.not_found'],
});

/** The part of the endpoint table that stands here. */
export const adminLanguagesTable = {
  addLanguage,
  exportLanguage,
  importLanguage,
  listLanguages,
  listStrings,
  removeLanguage,
  updateString,
};
