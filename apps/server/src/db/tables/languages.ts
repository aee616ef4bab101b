import type { Generated, Selectable } from 'kysely';

/** A language that pages and mails can speak. */
export interface LanguagesTable {
  /** BCP 47. */
  locale: string;
  /** Grows with every change of its texts. */
  revision: Generated<number>;
  created_at: number;
}
export type LanguageRow = Pick<Selectable<LanguagesTable>, 'locale' | 'revision'>;

/** Texts that are other ones than the application came with. */
export interface TranslationsTable {
  locale: string;
  key: string;
  value: string;
  updated_at: number;
}
