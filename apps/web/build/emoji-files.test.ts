import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { emojiAddress } from '../src/shared/ui/emoji-address.ts';

const pictures = dirname(createRequire(import.meta.url).resolve('@twemoji/svg/package.json'));

test.each(['😢', '🎉', '❤️', '🏗️', '👩‍💻', '👁️‍🗨️', '🇸🇰', '1️⃣', '👍🏽', '🏳️‍🌈'])(
  '%s has a picture at its address',
  (emoji) => {
    const file = emojiAddress(emoji).replace('/emoji/', '');
    expect(existsSync(join(pictures, file))).toBe(true);
  },
);
