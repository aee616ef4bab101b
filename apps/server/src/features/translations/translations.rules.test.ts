import { expect, test } from 'vitest';
import { completed, faultOf, knownLocale, nameOf, nearest, slotsOf } from './translations.rules.ts';
import type { Slot } from './translations.types.ts';

const formsOf = (locale: string, stem: string): string[] =>
  slotsOf(locale)
    .filter(({ key }) => new RegExp(`^${stem}_(zero|one|two|few|many|other)$`).test(key))
    .map(({ key }) => key.slice(stem.length + 1));

test.each([
  ['en', ['one', 'other']],
  ['cs', ['one', 'few', 'many', 'other']],
  ['fr', ['one', 'many', 'other']],
  ['ja', ['other']],
  ['ar', ['zero', 'one', 'two', 'few', 'many', 'other']],
])('%s has the plural forms %j', (locale, forms) => {
  expect(formsOf(locale, 'guests.count')).toEqual(forms);
});

test('a missing plural form falls back to the general one of its language, then to English', () => {
  const messages = completed('cs', { 'guests.count_other': '{{count, number}} změn' });
  expect(messages['guests.count_few']).toBe('{{count, number}} změn');
  expect(messages['guests.done_few']).toBe('{{count, number}} changes undone');
  expect(messages['files.home']).toBe(completed('en', {})['files.home']);
});

const slotOf = (key: string, locale = 'cs'): Slot => {
  const slot = slotsOf(locale).find((one) => one.key === key);
  if (slot === undefined) throw new Error(`there is no ${key}`);
  return slot;
};

test.each([
  ['guests.moved', 'Přesun „{{name}}“ do „{{to}}“', undefined],
  ['guests.moved', 'Přesun „{{ name }}“ do „{{to}}“', undefined],
  ['guests.moved', 'Přesun „{{name}}“', 'The translation must contain {{to}}, exactly as written.'],
  ['guests.moved', 'Přesun', 'The translation must contain {{name}}, {{to}}, exactly as written.'],
  ['guests.moved', '{{name}} {{to}} {{who}}', 'This text has no {{who}}.'],
  ['guests.moved', '{{name}} {{to}} {{', 'Only use double braces for this text’s own placeholders.'],
  [
    'guests.moved',
    '{{name}} {{to}} $t(files.home)',
    'Only use double braces for this text’s own placeholders.',
  ],
  ['guests.moved', '{{name}}\n{{to}}', 'Don’t use line breaks or control characters.'],
  ['guests.moved', '{{name}} {{to}} \u202e', 'Don’t use characters that reverse text direction.'],
  ['guests.count_one', 'jedna změna', undefined],
  ['guests.count_few', 'pár změn', 'The translation must contain {{count, number}}, exactly as written.'],
  [
    'guests.count_few',
    '{{count}} změny',
    'The translation must contain {{count, number}}, exactly as written.',
  ],
])('%s as %j: %s', (key, text, fault) => expect(faultOf(slotOf(key), text)).toBe(fault));

test.each([
  ['it', 'it'],
  ['pt-br', 'pt-BR'],
  ['PT_br', 'pt-BR'],
  ['zh-hant-TW', 'zh-Hant-TW'],
  ['', undefined],
  ['english', undefined],
  ['../en', undefined],
  ['xx', undefined],
])('%j is normalized to %s', (preferred, locale) => expect(knownLocale(preferred)).toBe(locale));

test.each([
  ['cs', 'cs'],
  ['cs-CZ', 'cs'],
  ['CS', 'cs'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['de', undefined],
  ['*', undefined],
])('%s falls back to %s', (preferred, locale) =>
  expect(nearest(preferred, ['en', 'cs', 'pt-BR'])).toBe(locale),
);

test('languages have their own names', () => {
  expect(['en', 'cs', 'fr', 'ar'].map(nameOf)).toEqual(['English', 'Čeština', 'Français', 'العربية']);
});
