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
