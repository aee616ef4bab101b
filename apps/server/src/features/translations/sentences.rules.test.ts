import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { checksMessages } from '@holdall/contract/messages/en.checks';
import { en } from '@holdall/contract/messages/en';
import { expect, test } from 'vitest';
import { sentenceIn } from './sentences.rules.ts';
import { shippedTexts } from './shipped-texts.ts';
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

test('an administrator may change them, also in English', () => {
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

test('every template matches a check of the server', async () => {
  const all = [...(await sources('packages/contract/src')), ...(await sources('apps/server/src'))].join('\n');
  // A value stands inside a template, or between the words of a constant.
  const isMade = (text: string) =>
    text.split(/\{\{[^{}]+\}\}/).every((part) => part.length < 8 || all.includes(part.trim()));
  expect(Object.entries(checksMessages).filter(([, text]) => !isMade(text))).toEqual([]);
});

/** Returns the sentences of the server that are not in a schema, with 7 for each inserted value. */
const sentencesIn = (source: string): string[] =>
  [
    /invalidField\(\s*[^,()]+,\s*(['`])(.+?)\1/g,
    /errors: \{[^{}]*\[\s*(['`])(.+?)\1/g,
    /\bmessage:\s*(['`])(.+?)\1/g,
  ]
    .flatMap((shape) => [...source.matchAll(shape)])
    .map(([, , text = '']) => text.replaceAll(/\$\{[^{}]+\}/g, '7'))
    .filter((text) => /[a-z]+ [a-z]+/.test(text));

/** Returns all sentences of a file that only creates errors. */
const sentencesOfErrors = (source: string): string[] =>
  [...source.matchAll(/(['`])([A-Z“][^'`]* [^'`]*\.)\1/g)].map(([, , text = '']) =>
    text.replaceAll(/\$\{[^{}]+\}/g, '7'),
  );

test('sentences of errors are translated into every language, except those for programs', async () => {
  const forPrograms = [
    'Only a suspension can have a reason.',
    'Send either items or a selection.',
    'There’s no such setting here.',
    'Settings of live updates are saved together.',
    'Settings of file storage are saved together.',
    'Email settings are saved together.',
    'Open the link first and keep its cookie to send a file in parts; without it send the file as a whole.',
    'The request has no body: send the file with Content-Length or Transfer-Encoding: chunked.',
    'There is no such text in this language.',
    'Invited users choose their own password.',
    'Another connection has continued this upload.',
  ];
  const folder = join(root, 'apps/server/src/features');
  const names = await readdir(folder, { recursive: true });
  const said = names
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|\btesting\b/.test(name))
    .map((name) => ({ name, source: readFileSync(join(folder, name), 'utf8') }))
    .flatMap(({ name, source }) =>
      name.endsWith('.errors.ts') && !name.endsWith('storage.errors.ts')
        ? sentencesOfErrors(source)
        : sentencesIn(source),
    );
  expect(said.length).toBeGreaterThan(40);
  const german = await wordsOf('de');
  expect(said.filter((text) => !forPrograms.includes(text) && sentenceIn(german, text) === text)).toEqual([]);
});

test('limits of settings are translated into every language', async () => {
  const schemas = readFileSync(join(root, 'apps/server/src/features/settings/settings.rules.ts'), 'utf8');
  const said = [...schemas.matchAll(/\.(?:min|max|int)\([^'\n]*'([^'\n]+\.)'/g)].map(([, text = '']) => text);
  expect(said).toContain('Keep the activity log for at least 30 days.');
  const german = await wordsOf('de');
  expect(said.filter((text) => sentenceIn(german, text) === text)).toEqual([]);
});
