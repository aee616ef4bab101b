import { queryOptions } from '@tanstack/react-query';
import { emojiNamesAddress, type EmojiGroup, type EmojiLanguage } from './emoji-files.ts';
import { offeredGroups } from './emoji-search.ts';

/** All emoji with their names in a language. */
export const emojiQuery = (language: EmojiLanguage) =>
  queryOptions({
    queryKey: ['emoji', language] as const,
    queryFn: async ({ signal }) => {
      const answer = await fetch(emojiNamesAddress(language), { signal });
      if (!answer.ok) throw new Error(`Emoji names were answered with ${answer.status}`);
      return offeredGroups((await answer.json()) as readonly EmojiGroup[]);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
