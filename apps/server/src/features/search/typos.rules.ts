import { beginsWord, nameInKey } from '#lib/search-key.ts';
import { type Query, startPiece } from './search.rules.ts';
import type { Groups, Pieces } from './search.types.ts';

const typoFree = 4;
const twoTypos = 8;

/**
 * Returns the number of typing errors that a word may have. Numbers may have none, because another number
 * means something else.
 */
export const typosIn = (word: string): 0 | 1 | 2 => {
  const { length } = word;
  if (length < typoFree || length > 64 || !/^\p{L}+$/u.test(word)) return 0;
  return length < twoTypos ? 1 : 2;
};

/** Letters of a name that are compared: all, but of names of letters that Unicode spells out as whole words. */
const mostCompared = 255;

/** A name that words are compared with. */
export interface ComparedName {
  readonly name: string;
  /** 1 where a word begins. */
  readonly starts: Uint8Array;
}

export const comparedName = (text: string): ComparedName => {
  const name = text.slice(0, mostCompared);
  return {
    name,
    starts: Uint8Array.from({ length: name.length }, (_, at) => (beginsWord(name, at) ? 1 : 0)),
  };
};

/**
 * Counts the letters that must be changed, left out, added or swapped with their neighbour until the word
 * begins something that begins at a word of the name (optimal string alignment). Of a long word only those beginnings are
 * compared that have few errors so far, so that it costs little more than a short one.
 *
 * @returns undefined where there are more than `most`
 */
export const typosUntil = (
  word: string,
  { name, starts }: ComparedName,
  most: number,
): number | undefined => {
  const tooMany = most + 1;
  const height = word.length + 1;
  // Errors of each beginning of the word, for the letters of the name so far, one less, and two less.
  let now = new Uint8Array(height).fill(tooMany);
  let last = new Uint8Array(height).fill(tooMany);
  let before = new Uint8Array(height).fill(tooMany);
  let least = tooMany;
  /** The longest beginning of the word that has few errors. */
  let reached = 0;
  for (let column = 0; column <= name.length; column += 1) {
    now.fill(tooMany);
    now[0] = starts[column] === 1 ? 0 : Math.min(tooMany, (last[0] ?? tooMany) + 1);
    let reaches = 0;
    for (let line = 1; line < height; line += 1) {
      if (line > reached + 1 && (now[line - 1] ?? tooMany) >= most) break;
      const same = word[line - 1] === name[column - 1];
      let errors = Math.min(
        (last[line - 1] ?? tooMany) + (same ? 0 : 1),
        (last[line] ?? tooMany) + 1,
        (now[line - 1] ?? tooMany) + 1,
        tooMany,
      );
      const swapped =
        line > 1 && column > 1 && word[line - 1] === name[column - 2] && word[line - 2] === name[column - 1];
      if (swapped) errors = Math.min(errors, (before[line - 2] ?? tooMany) + 1);
      now[line] = errors;
      if (errors <= most) reaches = line;
    }
    least = Math.min(least, now[word.length] ?? tooMany);
    reached = reaches;
    [before, last, now] = [last, now, before];
  }
  return least > most ? undefined : least;
};

/**
 * Returns the number of typing errors in the doubtful words of a query, compared with a name; undefined when
 * there are too many.
 */
export const distanceOf = (
  { words }: Query,
  doubtful: ReadonlySet<string>,
  key: string,
): number | undefined => {
  const name = nameInKey(key);
  let compared: ComparedName | undefined;
  let sum = 0;
  for (const word of words) {
    if (name.includes(word)) continue;
    if (!doubtful.has(word)) return undefined;
    const typos = typosUntil(word, (compared ??= comparedName(name)), typosIn(word));
    if (typos === undefined) return undefined;
    sum += typos;
  }
  return sum;
};

const beginning = (text: string): Pieces => {
  const start = startPiece(text);
  return [...(start === undefined ? [] : [start]), ...(text.length >= 3 ? [text] : [])];
};
const ending = (text: string): Pieces => (text.length >= 3 ? [text] : []);
const isSelective = (pieces: Pieces): boolean => pieces.some((piece) => /^\p{L}{3}/u.test(piece));

/**
 * Returns a short word with two neighbours swapped or a letter omitted, and the parts around a wrong or
 * missing letter.
 */
const cutsOfShort = (word: string): Pieces[] =>
  Array.from({ length: word.length }, (_, at) => at).flatMap((at) => {
    const [before, letter, next, after] = [
      word.slice(0, at),
      word.charAt(at),
      word.charAt(at + 1),
      word.slice(at + 2),
    ];
    return [
      beginning(before + next + after),
      ...(next === '' ? [] : [beginning(before + next + letter + after)]),
      [...beginning(before), ...ending(next + after)],
      [...beginning(before), ...ending(letter + next + after)],
    ];
  });

/**
 * Returns the parts of a word that survive one error: one half of it, unless two neighbours in its middle are
 * swapped.
 */
const cuts = (word: string): Pieces[] => {
  if (word.length < 6) return cutsOfShort(word);
  const middle = Math.floor(word.length / 2);
  return [
    beginning(word.slice(0, middle)),
    ending(word.slice(middle)),
    [...beginning(word.slice(0, middle - 1)), ...ending(word.slice(middle + 1))],
  ];
};

/** Returns the parts of a long word that are likely to survive two errors: its beginning, or a third of it. */
const thirds = (word: string): Pieces[] => {
  const third = Math.floor(word.length / 3);
  return [
    beginning(word.slice(0, 2)),
    ...[0, third, word.length - third].map((start) => ending(word.slice(start, start + third))),
  ];
};

const distinct = (alternatives: readonly Pieces[]): Pieces[] => {
  const known = new Map(
    alternatives.filter((pieces) => pieces.length > 0).map((pieces) => [pieces.join('\n'), pieces]),
  );
  return [...known.values()];
};

/** The rounds: first selective parts that survive one error, then any part that an error may leave. */
export type TypoRound = 'selective' | 'any';

/** Returns groups for names that contain the words, the doubtful ones with errors. */
export const withTypos = ({ words }: Query, doubtful: ReadonlySet<string>, round: TypoRound): Groups =>
  words
    .map((word) => {
      const allowed = doubtful.has(word) ? typosIn(word) : 0;
      if (allowed === 0) return word.length >= 3 ? [[word]] : [];
      const found = distinct([
        [word],
        ...cuts(word),
        ...(allowed === 2 && round === 'any' ? thirds(word) : []),
      ]);
      return round === 'selective' ? found.filter(isSelective) : found;
    })
    .filter((alternatives) => alternatives.length > 0);
