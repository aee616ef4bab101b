import { beginsWord, foldText, keyMark, nameInKey, wordStarts } from '#lib/search-key.ts';
import type { Candidate, Groups, Kind, Pieces } from './search.types.ts';

/** A query, folded like names. */
export interface Query {
  readonly text: string;
  /** Words that a name must all contain, in any order. */
  readonly words: readonly string[];
}

/** The most words of a query that count. */
const maxWords = 16;
/** The most words that indexes are asked for; the others filter the results. */
const maxGroups = 6;

/** @returns undefined when the query is empty */
export const readQuery = (input: string): Query | undefined => {
  const all = foldText(input)
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (all.length === 0) return undefined;
  const distinct = [...new Set(all)].slice(0, maxWords);
  return {
    text: all.join(' '),
    // A word inside another one is found with it.
    words: distinct.filter((word) => !distinct.some((other) => other !== word && other.includes(word))),
  };
};

const lengthOf = (text: string): number => Array.from(text).length;

/** Sorts groups by word length, longest first, because long words are the most selective. */
const bySelectivity = (
  groups: readonly (readonly [word: string, alternatives: readonly Pieces[]])[],
): Groups =>
  groups
    .filter(([, alternatives]) => alternatives.length > 0)
    .toSorted(([one], [other]) => other.length - one.length)
    .slice(0, maxGroups)
    .map(([, alternatives]) => alternatives);

/**
 * Returns groups for names that contain every word. Words of one or two characters are in no index, so there
 * may be no group.
 */
export const anywhere = ({ words }: Query): Groups =>
  bySelectivity(words.map((word) => [word, lengthOf(word) >= 3 ? [[word]] : []]));

/** Returns the index's marker of a word that begins with this text. */
export const startPiece = (text: string): string | undefined => {
  const start = wordStarts(text)[0];
  if (start === undefined || !beginsHere(text)) return undefined;
  const characters = Array.from(start);
  return characters.length === 1 ? keyMark + keyMark + start : keyMark + start;
};
const beginsHere = (text: string): boolean => {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
  return wordStarts(first).length > 0;
};

/** Returns groups for names in which every word begins a word. */
export const atWordStarts = ({ words }: Query): Groups =>
  bySelectivity(
    words.map((word) => {
      const start = startPiece(word);
      const pieces = [...(start === undefined ? [] : [start]), ...(lengthOf(word) >= 3 ? [word] : [])];
      return [word, pieces.length === 0 ? [] : [pieces]];
    }),
  );

export const contains = ({ words }: Query, key: string): boolean => {
  const name = nameInKey(key);
  return words.every((word) => name.includes(word));
};

const isAtWordStart = (name: string, word: string): boolean => {
  for (let index = name.indexOf(word); index >= 0; index = name.indexOf(word, index + 1))
    if (beginsWord(name, index)) return true;
  return false;
};

/** The distance of a match: smaller is closer, and the first difference decides. */
export type Grade = readonly [tier: number, distance: number];

const withoutExtension = (name: string): string => {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? name : name.slice(0, dot);
};

/** The tiers of matches, best first. */
export const tiers = { whole: 0, stem: 1, beginning: 2, wordStart: 3, anywhere: 4, typo: 5 } as const;

const tierOf = (query: Query, name: string): number => {
  if (name === query.text) return tiers.whole;
  if (withoutExtension(name) === query.text) return tiers.stem;
  if (name.startsWith(query.text)) return tiers.beginning;
  return query.words.every((word) => isAtWordStart(name, word)) ? tiers.wordStart : tiers.anywhere;
};

/** Grades the whole name best, then its beginning, then beginnings of words, then any part. */
export const gradeOf = (query: Query, key: string): Grade => [tierOf(query, nameInKey(key)), 0];

/** Grades matches with typing errors after all others. */
export const typoGrade = (distance: number): Grade => [tiers.typo, distance];

const compareGrades = (one: Grade, other: Grade): number => one[0] - other[0] || one[1] - other[1];

/** A found item with its grade. */
export interface Match extends Candidate {
  readonly grade: Grade;
}

/**
 * Compares equally close matches in the natural order of names, as in a listing ("2.txt" before "12.md"). Ids
 * increase with time: of equal names the newer item comes first.
 */
const compareAlike = (one: Match, other: Match): number => {
  if (one.sort_key !== other.sort_key) return one.sort_key < other.sort_key ? -1 : 1;
  return one.id < other.id ? 1 : -1;
};

/** Returns the best matches of one kind. */
export const best = (matches: Iterable<Match>, kind: Kind, limit: number): Match[] =>
  [...matches]
    .filter((match) => match.type === kind)
    .sort((one, other) => compareGrades(one.grade, other.grade) || compareAlike(one, other))
    .slice(0, limit);
