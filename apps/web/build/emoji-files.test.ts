import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { emojiLanguages } from '../src/features/files/emoji-languages.ts';
import { emojiAddress } from '../src/shared/ui/emoji-address.ts';

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
