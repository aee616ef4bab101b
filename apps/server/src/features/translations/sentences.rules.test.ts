import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { checksMessages } from '@holdall/contract/messages/en.checks';
import { en } from '@holdall/contract/messages/en';
import { expect, test } from 'vitest';
import { sentenceIn } from './sentences.rules.ts';
import { shippedTexts } from './shipped.service.ts';
import { completed } from './translations.rules.ts';

const wordsOf = async (locale: string) => ({
  locale,
  messages: completed(locale, await shippedTexts(locale)),
});

test.each([
  ['de', 'Enter your password.', 'Geben Sie Ihr Passwort ein.'],
  ['cs', 'Use at least 8 characters.', 'Heslo má nejméně 8 znaků.'],
  ['de', 'A note can have at most 2,000 characters.', 'Eine Notiz hat höchstens 2.000 Zeichen.'],
  ['sk', '“a {{count}} ”b.txt” is already here.', '„a {{count}} ”b.txt“ tu už je.'],
  [
    'fr',
    'The translation must contain {{to}}, {{name}}, exactly as written.',
    'La traduction doit contenir {{to}}, {{name}}, écrit exactement ainsi.',
  ],
  ['es', 'This link has expired.', 'Este enlace ha caducado.'],
  ['de', 'Something that no message says.', 'Something that no message says.'],
  ['en', 'Use at least 8 characters.', 'Use at least 8 characters.'],
])('in %s, %s is %s', async (locale, sentence, said) => {
  expect(sentenceIn(await wordsOf(locale), sentence)).toBe(said);
});

test('a check without a translation stays English', () => {
  const words = { locale: 'he', messages: {} };
  expect(sentenceIn(words, 'Enter your password.')).toBe('Enter your password.');
  expect(sentenceIn(words, 'Block at most 500 types.')).toBe('Block at most 500 types.');
});

test('an administrator may word them otherwise, also in English', () => {
  const messages = { ...en, 'checks.password_least': 'Not fewer than {{count}} signs.' };
  expect(sentenceIn({ locale: 'en', messages }, 'Use at least 8 characters.')).toBe(
    'Not fewer than 8 signs.',
  );
});

const root = resolve(import.meta.dirname, '../../../../..');
const sources = async (folder: string): Promise<string[]> =>
  (await readdir(join(root, folder), { recursive: true }))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('messages/en'))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'));

test('every check is one that the server makes', async () => {
  const all = [...(await sources('packages/contract/src')), ...(await sources('apps/server/src'))].join('\n');
  // A value stands in the middle of a template, or of the words of a constant.
  const isMade = (text: string) =>
    text.split(/\{\{[^{}]+\}\}/).every((part) => part.length < 8 || all.includes(part.trim()));
  expect(Object.entries(checksMessages).filter(([, text]) => !isMade(text))).toEqual([]);
});

test('whatever a field is refused for without a schema has words in every language', async () => {
  const all = (await sources('apps/server/src/features')).join('\n');
  const said = [...all.matchAll(/invalidField\(\s*'[\w.]+',\s*'([^']+)'/g)].map(([, text = '']) => text);
  const forPrograms = [
    'A reason belongs to a suspension.',
    'Name either items or a selection.',
    'Open the link first and keep its cookie to send a file in parts; without it send the file as a whole.',
    'The data directory of the server cannot be written to.',
    'There is no such text in this language.',
    'Who is invited chooses the password.',
  ];
  const known = new Set<string>([...Object.values(en), ...forPrograms]);
  expect(said.length).toBeGreaterThan(15);
  expect(said.filter((text) => !known.has(text))).toEqual([]);
});
