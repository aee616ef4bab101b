import { expect, test } from 'vitest';
import { acceptedLanguages } from './accept-language.ts';

test.each([
  [undefined, []],
  ['', []],
  ['*', []],
  ['cs', ['cs']],
  ['cs-CZ,cs;q=0.9,en;q=0.8', ['cs-CZ', 'cs', 'en']],
  ['en;q=0.5, de', ['de', 'en']],
  ['fr;q=0, sk', ['sk']],
  ['../../etc, de;q=x, en', ['en']],
])('%j asks for %j', (header, tags) => expect(acceptedLanguages(header)).toEqual(tags));
