import { foldText } from '#shared/lib/fold-text.ts';
import type { EmojiGroup } from './emoji-files.ts';

/** An emoji as the picker draws it. */
export interface OfferedEmoji {
  readonly emoji: string;
  readonly label: string;
  /** The name of the file with its picture. */
  readonly sheet: string;
}

interface FoundEmoji extends OfferedEmoji {
  readonly labelWords: readonly string[];
  readonly tagWords: readonly string[];
}

/** Emoji under one heading. */
export interface OfferedGroup {
  readonly label: string;
  readonly emoji: readonly FoundEmoji[];
}

/** The limit of listed results: they are ranked, and a longer word leaves fewer. */
const listed = 180;

const wordsOf = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Returns the groups with the words of their emoji. */
export const offeredGroups = (groups: readonly EmojiGroup[]): readonly OfferedGroup[] =>
  groups.map(({ label, sheet, emoji }) => ({
    label,
    emoji: emoji.map(([one, name, tags]) => ({
      emoji: one,
      label: name,
      sheet,
      labelWords: wordsOf(name),
      tagWords: wordsOf(tags),
    })),
  }));

/**
 * Returns how well a word matches an emoji: 0 is best, undefined is no match. Whole words come before parts, names
 * before tags.
 */
const rankOf = (word: string, { labelWords, tagWords }: FoundEmoji): number | undefined => {
  const meets = [
    labelWords.includes(word),
    tagWords.includes(word),
    labelWords.some((other) => other.startsWith(word)),
    tagWords.some((other) => other.startsWith(word)),
    labelWords.some((other) => other.includes(word)),
    tagWords.some((other) => other.includes(word)),
  ];
  const rank = meets.indexOf(true);
  return rank === -1 ? undefined : rank;
};

/**
 * Returns the emoji that match all words of a query, best first; equal ones are sorted by the length of their names.
 */
export const searchEmoji = (groups: readonly OfferedGroup[], query: string): readonly OfferedEmoji[] => {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return groups
    .flatMap(({ emoji }) => emoji)
    .flatMap((found) => {
      const ranks = words.map((word) => rankOf(word, found));
      if (ranks.includes(undefined)) return [];
      const rank = ranks.reduce<number>((sum, one) => sum + (one ?? 0), 0);
      return [{ found, rank }];
    })
    .toSorted(
      (one, other) => one.rank - other.rank || one.found.labelWords.length - other.found.labelWords.length,
    )
    .slice(0, listed)
    .map(({ found }) => found);
};
