/** Languages of the application whose emoji names are served; others search in English. */
export const emojiLanguages = ['en', 'de', 'es', 'fr'] as const;
export type EmojiLanguage = (typeof emojiLanguages)[number];

/** The versions of the pictures and of the names: browsers cache the files below them forever. */
export const emojiEdition = '15.0.0-17.0.0';

/** Emoji that are shown together under one heading. */
export interface EmojiGroup {
  readonly label: string;
  /** The name of the file with all of their pictures. */
  readonly sheet: string;
  /** Each emoji with its name and its search tags. */
  readonly emoji: readonly (readonly [emoji: string, label: string, tags: string])[];
}

/** The file of the quick emoji. */
export const quickSheet = 'quick';

/** Returns the address of a sheet, whose symbols are named by `symbolOf`. */
export const sheetAddress = (sheet: string): string => `/emoji/sheets/${emojiEdition}/${sheet}.svg`;

/** All groups with their names in a language, as JSON. */
export const emojiNamesAddress = (language: EmojiLanguage): string =>
  `/emoji/names/${emojiEdition}/${language}.json`;
