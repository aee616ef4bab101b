/** Languages of the application whose emoji names are served; others search in English. */
export const emojiLanguages = ['en', 'de', 'es', 'fr'] as const;
export type EmojiLanguage = (typeof emojiLanguages)[number];

/** Versions of the pictures and of the names: browsers keep what is served below them for good. */
export const emojiEdition = '15.0.0-17.0.0';

/** Emoji that are shown together under one heading. */
export interface EmojiGroup {
  readonly label: string;
  /** Name of the file that all of their pictures are in. */
  readonly sheet: string;
  /** Each with its name, and with further words that it is found by. */
  readonly emoji: readonly (readonly [emoji: string, label: string, tags: string])[];
}

/** The file of the emoji that are offered at a glance. */
export const quickSheet = 'quick';

/** Symbols of one file, named by `symbolOf`. */
export const sheetAddress = (sheet: string): string => `/emoji/sheets/${emojiEdition}/${sheet}.svg`;

/** All groups with their names in a language, as JSON. */
export const emojiNamesAddress = (language: EmojiLanguage): string =>
  `/emoji/names/${emojiEdition}/${language}.json`;
