import { itemEndpoints } from '@holdall/contract/items.endpoints';
import { call } from '#shared/api/client.ts';
import { guarded } from '#shared/session/session.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Folders that a search shows. */
const limit = 30;
/** Milliseconds without typing until it is searched. */
const pause = 120;

export interface FoundFolder {
  readonly id: string;
  readonly name: string;
  readonly emoji: string | null;
  readonly color: string | null;
  /** The folders above it, from the top. */
  readonly above: readonly { readonly id: string; readonly name: string }[];
}

/** Folders outside the trash whose name has these words; the results before stay until then. */
export const folderSearchQuery = (words: string) =>
  queryOptions({
    queryKey: ['folder-search', words] as const,
    queryFn: async ({ signal }): Promise<FoundFolder[]> => {
      const query = { query: words, limit, type: 'folder' } as const;
      const { folders } = await guarded(call(itemEndpoints.search, { query, signal }));
      return folders.data
        .filter(({ meta }) => !meta.trashed)
        .map(({ data: { id, attributes }, meta }) => {
          const { name, emoji, color } = attributes;
          return { id, name, emoji, color, above: meta.ancestors };
        });
    },
    enabled: words !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

/** Returns the typed words once typing pauses. */
export const useSettled = (typed: string): string => {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pause);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
};
