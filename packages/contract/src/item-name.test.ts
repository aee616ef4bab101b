import { expect, test } from 'vitest';
import { itemName, relativePath } from './files.ts';

const refusalOf = (name: string): string | undefined => itemName.safeParse(name).error?.issues[0]?.message;

test.each([
  ['a space', ' '],
  ['spaces of many kinds', '\u00a0\u2003\u3000'],
  ['zero-width spaces', '\u200b\u200b'],
  ['joiners', '\u200d\ufeff\u2060'],
  ['a mark without its letter', '\u0301'],
  ['marks on a space', ' \u0308\u0336'],
  ['signs of direction', '\u200e\u202b\u2067\u2069'],
  ['a soft hyphen', '\u00ad'],
  ['fillers of Hangul', '\u3164\u115f\uffa0'],
  ['a variation selector', '\ufe0f'],
  ['an empty Braille cell', '\u2800'],
  ['language tags', '\u{e0001}\u{e0065}\u{e006e}'],
])('%s is no name', (_what, name) => {
  expect(refusalOf(name)).toBe('A name needs at least one visible character.');
});

test.each(['photo\u202egpj.exe', '\u202dabc'])('letters are not turned round: %j', (name) => {
  expect(refusalOf(name)).toBe('Names can’t contain characters that reverse text direction.');
});

test.each([
  '.env',
  '~',
  ' a',
  'e\u0301té.txt',
  'ไฟล์.pdf',
  'हिन्दी',
  'می\u200cخواهم.docx',
  '\u200fתמונה.jpg',
  '\u202aC:report.txt\u202c',
  '👩\u200d👩\u200d👧',
  '1\ufe0f\u20e3',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  '한글 문서.hwp',
  'ファイル\u3000一覧',
  '⠓⠑⠇⠇⠕',
  '\u{f8ff}',
])('names of the real world are taken: %j', (name) => {
  expect(itemName.parse(name)).toBe(name.normalize('NFC'));
});

test('a name is as long as file systems take it', () => {
  expect(refusalOf('ü'.repeat(127))).toBeUndefined();
  expect(refusalOf('ü'.repeat(128))).toBe('This name is too long.');
});

test('a folder on a path is named like any other', () => {
  expect(relativePath.safeParse('a/\u200b/b').success).toBe(false);
  expect(relativePath.safeParse('a/می\u200cخواهم/b').success).toBe(true);
});
