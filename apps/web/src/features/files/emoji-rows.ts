import type { OfferedEmoji } from './emoji-search.ts';

/** Emoji in a row of the picker. */
export const emojiColumns = 9;

const rowsOf = (emoji: readonly OfferedEmoji[]): readonly (readonly OfferedEmoji[])[] =>
  Array.from({ length: Math.ceil(emoji.length / emojiColumns) }, (_none, row) =>
    emoji.slice(row * emojiColumns, (row + 1) * emojiColumns),
  );

/**
 * Returns the emoji that a key leads to; undefined where there is none.
 *
 * @param key in the direction of the text: `ArrowRight` moves on
 */
export const emojiBeside = (
  groups: readonly { readonly emoji: readonly OfferedEmoji[] }[],
  from: string,
  key: string,
): string | undefined => {
  const all = groups.flatMap(({ emoji }) => emoji);
  const at = all.findIndex(({ emoji }) => emoji === from);
  if (key === 'ArrowRight') return all[at + 1]?.emoji;
  if (key === 'ArrowLeft') return all[at - 1]?.emoji;
  const rows = groups.flatMap(({ emoji }) => rowsOf(emoji));
  const row = rows.findIndex((members) => members.some(({ emoji }) => emoji === from));
  const column = rows[row]?.findIndex(({ emoji }) => emoji === from) ?? 0;
  if (key === 'Home') return rows[row]?.[0]?.emoji;
  if (key === 'End') return rows[row]?.at(-1)?.emoji;
  const next = key === 'ArrowDown' ? rows[row + 1] : key === 'ArrowUp' ? rows[row - 1] : undefined;
  return next?.[Math.min(column, next.length - 1)]?.emoji;
};
