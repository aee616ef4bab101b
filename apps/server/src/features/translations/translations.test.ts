import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { en } from '@holdall/contract/messages/en';
import { expect, test } from 'vitest';
import { createTranslationsService } from './translations.service.ts';

const translations = createTranslationsService({ cs: { 'profile.title': 'Profil' } });

test('languages are listed by their own names', () => {
  expect(translations.languages).toEqual([
    { locale: 'en', name: 'English' },
    { locale: 'cs', name: 'čeština' },
  ]);
});

test.each([
  ['cs', ['cs', 'en']],
  ['en', ['en', 'cs']],
  ['cs', [null, 'cs']],
  ['cs', ['de', 'cs']],
  ['en', [undefined, 'de']],
])('%s is the first of %j that there are messages of', (locale, wishes) => {
  expect(translations.firstOf(wishes)).toBe(locale);
});

test('every English message stands in one place, and all places are part of English', async () => {
  const folder = dirname(createRequire(import.meta.url).resolve('@holdall/contract/messages/en'));
  const keys: string[] = [];
  for (const name of readdirSync(folder).filter((file) => /^en\.\w+\.ts$/.test(file))) {
    const place: unknown = await import(join(folder, name));
    for (const messages of Object.values(place as Record<string, object>))
      keys.push(...Object.keys(messages));
  }
  expect(keys.toSorted()).toEqual(Object.keys(en).toSorted());
});
