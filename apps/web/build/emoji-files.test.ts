import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { emojiEdition, emojiLanguages } from '../src/features/files/emoji-files.ts';
import { emojiAddress } from '../src/shared/ui/emoji-address.ts';
import { emojiGroups, emojiSheets } from './emoji-sheets.ts';

const names = dirname(createRequire(import.meta.url).resolve('emojibase-data/package.json'));
const pictures = dirname(createRequire(import.meta.url).resolve('@twemoji/svg/package.json'));

test.each(['😢', '🎉', '❤️', '🏗️', '👩‍💻', '👁️‍🗨️', '🇸🇰', '1️⃣', '👍🏽', '🏳️‍🌈'])(
  '%s has a picture at its address',
  (emoji) => {
    const file = emojiAddress(emoji).replace('/emoji/', '');
    expect(existsSync(join(pictures, file))).toBe(true);
  },
);

test('of the languages that come with the application those have emoji names that there are names in', () => {
  const there = ['en', 'cs', 'de', 'es', 'fr', 'sk'].filter((language) =>
    existsSync(join(names, language, 'data.json')),
  );
  expect(there).toEqual(emojiLanguages);
});

const versionIn = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;

test('sheets and names are at addresses of the versions that they are made of', () => {
  expect(emojiEdition).toBe(`${versionIn(pictures)}-${versionIn(names)}`);
});

test('each emoji that is named is in a sheet once, and nothing in a sheet bears the name of something else', async () => {
  const files = await emojiSheets(['en']);
  const texts = await Promise.all([...files].map(async ([path, made]) => ({ path, text: await made() })));
  const sheets = texts.filter(({ path }) => path.endsWith('.svg') && !path.endsWith('quick.svg'));
  expect(sheets).toHaveLength(9);
  const named = texts.find(({ path }) => path.endsWith('en.json'))?.text ?? '';
  const symbols = sheets.flatMap(({ text }) =>
    [...text.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id),
  );
  expect(symbols).toHaveLength([...named.matchAll(/\["/g)].length);
  expect(new Set(symbols).size).toBe(symbols.length);
  for (const { text } of sheets) {
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of text.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(id);
  }
});

test.each(emojiLanguages)('in %s all groups have names and emoji', async (language) => {
  const groups = await emojiGroups(language);
  expect(groups).toHaveLength(9);
  for (const { label, emoji } of groups) {
    expect(label).toMatch(/^\p{Lu}/u);
    expect(emoji.length).toBeGreaterThan(50);
  }
});
