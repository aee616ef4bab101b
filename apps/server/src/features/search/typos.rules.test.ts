import { expect, test } from 'vitest';
import { beginsWord } from '#lib/search-key.ts';
import { comparedName, distanceOf, typosUntil } from './typos.rules.ts';

const far = 200;

/** The same by the whole table of the beginnings of a word and a name. */
const inWholeTable = (word: string, name: string): number => {
  const table = new Map<string, number>();
  const at = (line: number, column: number): number => table.get(`${line} ${column}`) ?? far;
  for (let line = 0; line <= word.length; line += 1)
    for (let column = 0; column <= name.length; column += 1) {
      const [letter, before] = [word[line - 1], word[line - 2]];
      const isSame = column > 0 && letter === name[column - 1];
      const isSwapped = column > 1 && letter === name[column - 2] && before === name[column - 1];
      const errors =
        line === 0
          ? [column < name.length && beginsWord(name, column) ? 0 : at(0, column - 1) + 1]
          : [
              at(line - 1, column - 1) + (isSame ? 0 : 1),
              at(line - 1, column) + 1,
              at(line, column - 1) + 1,
              ...(line > 1 && isSwapped ? [at(line - 2, column - 2) + 1] : []),
            ];
      table.set(`${line} ${column}`, Math.min(far, ...errors));
    }
  return Math.min(...Array.from({ length: name.length + 1 }, (_, column) => at(word.length, column)));
};

test('comparing few beginnings of a word finds as few errors as comparing all of them', () => {
  let seed = 7;
  const below = (most: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  const textOf = (letters: string, length: number): string =>
    Array.from({ length }, () => letters.charAt(below(letters.length))).join('');
  let near = 0;
  for (let round = 0; round < 600; round += 1) {
    const [word, name] = [textOf('ab', 4 + below(7)), textOf('ab .', below(16))];
    const most = 1 + below(2);
    const errors = inWholeTable(word, name);
    if (errors <= most) near += 1;
    const expected = errors > most ? undefined : errors;
    expect([word, name, typosUntil(word, comparedName(name), most)]).toEqual([word, name, expected]);
  }
  expect(near).toBeGreaterThan(40);
});

test('a name that Unicode spells out as many words is compared as far as another name can be long', () => {
  const query = { text: 'quartely', words: ['quartely'] };
  const doubtful = new Set(query.words);
  const spelledOut = 'صلى الله عليه وسلم '.repeat(14);
  expect(distanceOf(query, doubtful, `quarterly ${spelledOut}`)).toBe(1);
  expect(distanceOf(query, doubtful, `${spelledOut} quarterly`)).toBeUndefined();
});
