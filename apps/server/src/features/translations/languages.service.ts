import type { Db, Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import { AppError, invalidField } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import { entriesOf, entryOf, progressOf, sorted, type Texts, wantedOf } from './languages.rules.ts';
import type {
  AuditContext,
  LanguageAuditEntry,
  LanguageFacts,
  LanguagesService,
  RecordLanguage,
} from './languages.types.ts';
import { shippedTexts } from './shipped-texts.ts';
import {
  countTexts,
  findTexts,
  hasLanguage,
  insertLanguage,
  listLanguages,
  removeLanguage,
  removeTexts,
  saveTexts,
} from './translations.repo.ts';
import { faultOf, knownLocale, nameOf } from './translations.rules.ts';

export interface LanguagesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: Events;
  readonly record: RecordLanguage;
  readonly defaultLocale: (on?: Db) => Promise<string>;
  /** Makes English the default language. */
  readonly fallBack: (trx: Trx, context: AuditContext) => Promise<unknown>;
  /** Counts a change of data that pages are told, on its transaction. */
  readonly countChange: (trx: Trx) => Promise<void>;
}

/** The administration of languages and their texts. */
export const createLanguagesService = (deps: LanguagesDeps): LanguagesService => {
  const { db, clock, events, record, defaultLocale, fallBack, countChange } = deps;

  const textsOf = async (on: Db, locale: string): Promise<Texts> => ({
    locale,
    shipped: await shippedTexts(locale),
    own: await findTexts(on, locale),
  });

  const known = async (locale: string): Promise<Texts> => {
    if (!(await hasLanguage(db, locale))) throw new AppError('language.not_found');
    return textsOf(db, locale);
  };

  const factsOf = async (locale: string, byDefault: string): Promise<LanguageFacts> => {
    const entries = entriesOf(await textsOf(db, locale));
    const changed = entries.filter(({ own }) => own !== undefined).length;
    return { locale, changed, isDefault: locale === byDefault, ...progressOf(entries) };
  };

  const announce = (): void => events.publish({ kind: 'settings-changed' });

  const recordEntry = (trx: Trx, { actor, facts }: AuditContext, entry: LanguageAuditEntry): Promise<void> =>
    record(trx, { actorId: actor.id, userId: null, ...facts, ...entry });

  /** Changes texts exclusively. @returns the result of `work` @throws language.not_found */
  const withTexts = <T>(locale: string, work: (trx: Trx, texts: Texts) => Promise<T>): Promise<T> =>
    inTransaction(db, async (trx) => {
      await countChange(trx);
      if (!(await countTexts(trx, locale))) throw new AppError('language.not_found');
      return work(trx, await textsOf(trx, locale));
    });

  return {
    list: async () => {
      const byDefault = await defaultLocale();
      const facts: LanguageFacts[] = [];
      // One after the other, so that the database and this process serve others in between.
      for (const { locale } of await listLanguages(db)) facts.push(await factsOf(locale, byDefault));
      return facts;
    },
    add: async (context, tag) => {
      const locale = knownLocale(tag);
      if (locale === undefined) throw invalidField('locale', 'Enter a language tag, like it or pt-BR.');
      await inTransaction(db, async (trx) => {
        await countChange(trx);
        if (!(await insertLanguage(trx, locale, clock.now()))) throw new AppError('language.exists');
        await recordEntry(trx, context, { kind: 'language.added', details: { name: nameOf(locale) } });
      });
      announce();
      return factsOf(locale, await defaultLocale());
    },
    remove: async (context, locale) => {
      if (locale === 'en') throw new AppError('language.english');
      await inTransaction(db, async (trx) => {
        // Serializes changes of settings from here on, so that none makes it the default meanwhile.
        await countChange(trx);
        if (!(await removeLanguage(trx, locale))) throw new AppError('language.not_found');
        if ((await defaultLocale(trx)) === locale) await fallBack(trx, context);
        await recordEntry(trx, context, { kind: 'language.removed', details: { name: nameOf(locale) } });
      });
      announce();
    },
    entries: async (locale, query) => {
      const entries = entriesOf(await known(locale));
      const wanted = wantedOf(entries, query);
      const { offset, limit } = query;
      return { entries: wanted.slice(offset, offset + limit), total: wanted.length, ...progressOf(entries) };
    },
    change: async (locale, { key, value }) => {
      const changed = await withTexts(locale, async (trx, texts) => {
        const entry = entriesOf(texts).find(({ slot }) => slot.key === key);
        if (entry === undefined) throw invalidField('key', 'There is no such text in this language.');
        const text = value?.trim() ?? '';
        const fault = text === '' ? undefined : faultOf(entry.slot, text);
        if (fault !== undefined) throw invalidField('value', fault);
        if (text === '' || text === entry.shipped) await removeTexts(trx, locale, [key]);
        else await saveTexts(trx, { locale, texts: [[key, text]], now: clock.now() });
        const now = await textsOf(trx, locale);
        return { entry: entryOf(entry.slot, now), ...progressOf(entriesOf(now)) };
      });
      announce();
      return changed;
    },
    exported: async (locale) =>
      Object.fromEntries(
        entriesOf(await known(locale)).map(({ slot, own, shipped }) => [slot.key, own ?? shipped ?? '']),
      ),
    imported: async (context, locale, imported) => {
      const done = await withTexts(locale, async (trx, texts) => {
        const { save, forget, unchanged, unknown, refused } = sorted(texts, imported);
        await saveTexts(trx, { locale, texts: save, now: clock.now() });
        await removeTexts(trx, locale, forget);
        const saved = save.length + forget.length;
        if (saved > 0) {
          const details = { name: nameOf(locale), count: saved };
          await recordEntry(trx, context, { kind: 'language.imported', details });
        }
        return { saved, unchanged, unknown, refused, ...progressOf(entriesOf(await textsOf(trx, locale))) };
      });
      if (done.saved > 0) announce();
      return done;
    },
  };
};
