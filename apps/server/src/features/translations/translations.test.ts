import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { en } from '@holdall/contract/messages/en';
import { expect, test, vi } from 'vitest';
import { createTranslationsService, type LanguageSource, shippedLanguages } from './translations.service.ts';

/** Stands in for the languages of a database. */
const createSource = (rows: { locale: string; revision: number }[]) => {
  const texts: Record<string, Record<string, string>> = {};
  const source: LanguageSource = { list: async () => rows, texts: async (locale) => texts[locale] ?? {} };
  return { source, texts };
};

test('languages are offered by their own names, with their direction', async () => {
  const { source } = createSource(['en', 'cs', 'he'].map((locale) => ({ locale, revision: 0 })));
  const { languages } = await createTranslationsService(source).offer([]);
  expect(languages).toEqual([
    { locale: 'en', name: 'English', direction: 'ltr' },
    { locale: 'cs', name: 'Čeština', direction: 'ltr' },
    { locale: 'he', name: 'עברית', direction: 'rtl' },
  ]);
});

test.each([
  ['cs', ['cs', 'en']],
  ['en', ['en', 'cs']],
  ['cs', [null, 'cs-CZ']],
  ['cs', ['pl', 'cs']],
  ['en', [undefined, 'pl']],
])('%s is the first available one of %j', async (locale, preferences) => {
  const translations = createTranslationsService(shippedLanguages);
  expect((await translations.catalogueFor(preferences)).locale).toBe(locale);
  expect((await translations.cachedCatalogueFor(preferences)).locale).toBe(locale);
});

test('changed texts override shipped ones, and another revision is another version', async () => {
  const rows = [{ locale: 'de', revision: 1 }];
  const { source, texts } = createSource(rows);
  const translations = createTranslationsService(source);
  const before = await translations.getMessages('de');
  expect(before.messages['trash.title']).toBe('Papierkorb');
  expect(await translations.offer(['de'])).toMatchObject({ version: 'de 1', units: 'B kB MB GB TB PB' });
  texts['de'] = { 'trash.title': 'Tonne' };
  expect(await translations.getMessages('de')).toBe(before);
  rows[0] = { locale: 'de', revision: 2 };
  const after = await translations.getMessages('de');
  expect(after.messages['trash.title']).toBe('Tonne');
  expect(after.messages['files.home']).toBe(before.messages['files.home']);
  expect(after.etag).not.toBe(before.etag);
  expect((await translations.offer(['de'])).version).toBe('de 2');
});

test('an unknown language falls back to English', async () => {
  const { locale, messages } = await createTranslationsService(shippedLanguages).getMessages('xx');
  expect({ locale, messages }).toEqual({ locale: 'en', messages: en });
});

test('every English message is in one area, and all areas are part of English', async () => {
  const folder = dirname(createRequire(import.meta.url).resolve('@holdall/contract/messages/en'));
  const keys: string[] = [];
  for (const name of readdirSync(folder).filter((file) => /^en\.\w+\.ts$/.test(file))) {
    const place: unknown = await import(join(folder, name));
    for (const messages of Object.values(place as Record<string, object>))
      keys.push(...Object.keys(messages));
  }
  expect(keys.toSorted()).toEqual(Object.keys(en).toSorted());
});

/** A database that does not answer until it is released, and counts reads. */
const silentSource = () => {
  let asked = 0;
  const answer = Promise.withResolvers<{ locale: string; revision: number }[]>();
  const source: LanguageSource = {
    list: () => {
      asked += 1;
      return answer.promise;
    },
    texts: async () => ({ 'trash.title': 'Tonne' }),
  };
  return { source, answer, asked: () => asked };
};

test('during an outage an error uses shipped messages, and the database is read once', async () => {
  const { source, answer, asked } = silentSource();
  const translations = createTranslationsService(source);
  const told = await Promise.all(
    ['de', 'de-AT', 'cs', 'xx'].map((preferred) => translations.cachedCatalogueFor([preferred])),
  );
  expect(told.map(({ locale }) => locale)).toEqual(['de', 'de', 'cs', 'en']);
  expect(told[0]?.messages['trash.title']).toBe('Papierkorb');
  expect(asked()).toBe(1);
  answer.resolve([{ locale: 'de', revision: 3 }]);
  expect((await translations.catalogueFor(['de'])).messages['trash.title']).toBe('Tonne');
  expect((await translations.cachedCatalogueFor(['de'])).messages['trash.title']).toBe('Tonne');
});

test('errors read known languages only periodically', async () => {
  let asked = 0;
  const translations = createTranslationsService({
    ...shippedLanguages,
    list: () => {
      asked += 1;
      return shippedLanguages.list();
    },
  });
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  for (let time = 0; time < 3; time += 1) await translations.cachedCatalogueFor(['de']);
  expect(asked).toBe(1);
  now.mockReturnValue(60_000);
  await translations.cachedCatalogueFor(['de']);
  expect(asked).toBe(2);
});
