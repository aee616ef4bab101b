import type { Messages } from '@holdall/contract/translations';
import type { Db, Trx } from '#db/database.ts';
import type { LanguageRow } from '#db/tables/languages.ts';

/** Lists all languages: English first, then by their tags. */
export const listLanguages = async (db: Db): Promise<LanguageRow[]> => {
  const rows = await db.selectFrom('languages').select(['locale', 'revision']).orderBy('locale').execute();
  const isEnglish = ({ locale }: LanguageRow): boolean => locale === 'en';
  return [...rows.filter(isEnglish), ...rows.filter((row) => !isEnglish(row))];
};

export const hasLanguage = async (db: Db, locale: string): Promise<boolean> =>
  (await db.selectFrom('languages').select('locale').where('locale', '=', locale).executeTakeFirst()) !==
  undefined;

/** @returns whether it was added */
export const insertLanguage = async (trx: Trx, locale: string, now: number): Promise<boolean> => {
  const row = await trx
    .insertInto('languages')
    .values({ locale, created_at: now })
    .onConflict((conflict) => conflict.column('locale').doNothing())
    .returning('locale')
    .executeTakeFirst();
  return row !== undefined;
};

/** Removes a language and its changed texts. @returns whether it existed */
export const removeLanguage = async (trx: Trx, locale: string): Promise<boolean> => {
  const row = await trx
    .deleteFrom('languages')
    .where('locale', '=', locale)
    .returning('locale')
    .executeTakeFirst();
  return row !== undefined;
};

/** Counts a change of a language's texts, and serializes such changes. @returns whether the language exists */
export const countTexts = async (trx: Trx, locale: string): Promise<boolean> => {
  const row = await trx
    .updateTable('languages')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('locale', '=', locale)
    .returning('locale')
    .executeTakeFirst();
  return row !== undefined;
};

/** Returns the changed texts of a language, by key. */
export const findTexts = async (db: Db, locale: string): Promise<Messages> => {
  const rows = await db
    .selectFrom('translations')
    .select(['key', 'value'])
    .where('locale', '=', locale)
    .execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
};

/** Rows of one statement: each has four values, and SQLite takes 32,766. */
const atOnce = 500;

export const saveTexts = async (
  trx: Trx,
  { locale, texts, now }: { locale: string; texts: readonly (readonly [string, string])[]; now: number },
): Promise<void> => {
  for (let from = 0; from < texts.length; from += atOnce) {
    const rows = texts
      .slice(from, from + atOnce)
      .map(([key, value]) => ({ locale, key, value, updated_at: now }));
    await trx
      .insertInto('translations')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['locale', 'key']).doUpdateSet((eb) => ({
          value: eb.ref('excluded.value'),
          updated_at: eb.ref('excluded.updated_at'),
        })),
      )
      .execute();
  }
};

export const removeTexts = async (trx: Trx, locale: string, keys: readonly string[]): Promise<void> => {
  for (let from = 0; from < keys.length; from += atOnce)
    await trx
      .deleteFrom('translations')
      .where('locale', '=', locale)
      .where('key', 'in', keys.slice(from, from + atOnce))
      .execute();
};
