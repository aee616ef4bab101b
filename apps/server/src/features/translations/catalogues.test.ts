import { readdir } from 'node:fs/promises';
import { en } from '@holdall/contract/messages/en';
import { withoutPlaceholders } from '@holdall/contract/text';
import { expect, test } from 'vitest';
import { shippedTexts } from './shipped-texts.ts';
import { completed, faultOf, shippedLocales, slotsOf } from './translations.rules.ts';

const translated = shippedLocales.filter((locale) => locale !== 'en');

test('every shipped language has a folder, and every folder has its language', async () => {
  const folders = await readdir(new URL('catalogues/', import.meta.url));
  expect(folders.toSorted()).toEqual(translated.toSorted());
});

test.each(translated)('%s has every text in all plural forms, and no others', async (locale) => {
  const texts = await shippedTexts(locale);
  const wanted = slotsOf(locale).map(({ key }) => key);
  expect(Object.keys(texts).toSorted()).toEqual(wanted.toSorted());
});

test.each(translated)('%s keeps the placeholders, and has no empty text', async (locale) => {
  const texts = await shippedTexts(locale);
  const faults = slotsOf(locale).flatMap((slot) => {
    const text = texts[slot.key] ?? '';
    const fault =
      text.trim() === '' || text.trim() !== text ? 'empty, or spaces at its ends' : faultOf(slot, text);
    return fault === undefined ? [] : [`${slot.key}: ${fault}`];
  });
  expect(faults).toEqual([]);
});

test.each(translated)('%s has six units of size', async (locale) => {
  expect((await shippedTexts(locale))['bytes.units']?.split(' ')).toHaveLength(6);
});

test.each(translated)(
  '%s calls the installation check the same on its card and in its schedule',
  async (locale) => {
    const texts = await shippedTexts(locale);
    expect(texts['settings.doctor_schedule']).toBe(texts['doctor.title']);
  },
);

test('French sets its signs apart by spaces that do not break', async () => {
  const texts = Object.entries(await shippedTexts('fr'));
  expect(texts.filter(([, text]) => / [:;?!»%]|« /.test(text))).toEqual([]);
});

test('English is complete', () => {
  expect(completed('en', {})).toEqual(en);
});

test('English has no placeholder in single braces', () => {
  expect(Object.entries(en).filter(([, text]) => /[{}]/.test(withoutPlaceholders(text)))).toEqual([]);
});
