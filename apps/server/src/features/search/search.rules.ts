import { beginsWord, foldText, keyMark, nameInKey, wordStarts } from '#lib/search-key.ts';
import type { Candidate, Groups, Kind, Pieces } from './search.types.ts';

/** What is looked for, folded as names are. */
export interface Query {
  readonly text: string;
  /** All of them must be in a name, in any order. */
  readonly words: readonly string[];
}

/** Words of one query that count; nobody types more. */
const maxWords = 16;
/** Words that indexes are asked about; the others are looked for in what they find. */
const maxGroups = 6;

/** @returns undefined where nothing is left to look for */
export const readQuery = (input: string): Query | undefined => {
  const all = foldText(input)
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (all.length === 0) return undefined;
  const distinct = [...new Set(all)].slice(0, maxWords);
  return {
    text: all.join(' '),
    // What is a part of another word is there with it.
    words: distinct.filter((word) => !distinct.some((other) => other !== word && other.includes(word))),
  };
};

const lengthOf = (text: string): number => Array.from(text).length;

/** Longest words first: they say most. */
const telling = (groups: readonly (readonly [word: string, alternatives: readonly Pieces[]])[]): Groups =>
  groups
    .filter(([, alternatives]) => alternatives.length > 0)
    .toSorted(([one], [other]) => other.length - one.length)
    .slice(0, maxGroups)
    .map(([, alternatives]) => alternatives);

/** Every word is somewhere in the name. Words of one or two characters are in no index; none may be left. */
export const anywhere = ({ words }: Query): Groups =>
  telling(words.map((word) => [word, lengthOf(word) >= 3 ? [[word]] : []]));

/** The index's mark of a word that begins as this text does. */
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

/** Every word begins a word of the name. */
export const atWordStarts = ({ words }: Query): Groups =>
  telling(
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

/** How close a match is: smaller is closer, the first difference decides. */
export type Grade = readonly [tier: number, distance: number];

const withoutExtension = (name: string): string => {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? name : name.slice(0, dot);
};

/** How a name matches, best first. */
export const tiers = { whole: 0, stem: 1, beginning: 2, wordStart: 3, anywhere: 4, typo: 5 } as const;

const tierOf = (query: Query, name: string): number => {
  if (name === query.text) return tiers.whole;
  if (withoutExtension(name) === query.text) return tiers.stem;
  if (name.startsWith(query.text)) return tiers.beginning;
  return query.words.every((word) => isAtWordStart(name, word)) ? tiers.wordStart : tiers.anywhere;
};

/** The whole name, then its beginning, then beginnings of words, then any part. */
export const gradeOf = (query: Query, key: string): Grade => [tierOf(query, nameInKey(key)), 0];

/** Names that were typed with errors come after all others. */
export const typoGrade = (distance: number): Grade => [tiers.typo, distance];

const compareGrades = (one: Grade, other: Grade): number => one[0] - other[0] || one[1] - other[1];

/** What was found, and how good it is. */
export interface Match extends Candidate {
  readonly grade: Grade;
}

/**
 * Equally close matches come in the natural order of their names, as in a listing ("2.txt" before "12.md").
 * Ids are made in the order of time: of one name the newer item comes first.
 */
const compareAlike = (one: Match, other: Match): number => {
  if (one.sort_key !== other.sort_key) return one.sort_key < other.sort_key ? -1 : 1;
  return one.id < other.id ? 1 : -1;
};

/** The best of one kind. */
export const best = (matches: Iterable<Match>, kind: Kind, limit: number): Match[] =>
  [...matches]
    .filter((match) => match.type === kind)
    .sort((one, other) => compareGrades(one.grade, other.grade) || compareAlike(one, other))
    .slice(0, limit);
