import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginsWord, foldText, nameInKey, searchKey, wordStarts } from '#lib/search-key.ts';

test.each([
  ['Größe.PDF', 'grosse.pdf'],
  ['GRÖẞE', 'grosse'],
  ['Žluťoučký kůň', 'zlutoucky kun'],
  ['Cafe\u0301', 'cafe'],
  ['ﬁle ①', 'file 1'],
  ['Ｆｕｌｌ', 'full'],
  ['ガス', 'ガス'],
  ['한국', '한국'],
  ['İ ı I', 'i i i'],
])('%s is compared as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test.each([
  ['img_2019-08', ['im', '20', '08']],
  ['v2report', ['v', '2', 're']],
  ['家族', ['家族', '族']],
  ['🎉 ok', ['U1F389', 'ok']],
  ['...', []],
])('words of %s begin with %j', (folded, starts) => {
  expect(wordStarts(folded)).toEqual(starts);
});

test('a word begins after a separator, at a change between letters and digits, and anywhere in scripts without spaces', () => {
  expect([0, 1, 2, 3, 4].map((index) => beginsWord('ab1_c', index))).toEqual([true, false, true, true, true]);
  expect([1, 2].map((index) => beginsWord('家族x', index))).toEqual([true, true]);
  expect(beginsWord('𝔘a', 2)).toBe(false);
});

test('the key of any name begins with the folded name, and nothing else in it looks like that', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
      const key = searchKey(name);
      expect(nameInKey(key)).toBe(foldText(name));
      expect(foldText(foldText(name))).toBe(foldText(name));
    }),
  );
});
