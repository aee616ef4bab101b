import { itemEndpoints } from '@holdall/contract/items.endpoints';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#shared/api/client.ts';
import { findPeople } from '#shared/session/find-people.ts';
import { searchLimits } from './search-limits.ts';
import type { Person, Sought } from './results.ts';

/** The results of a search; stale requests are cancelled, and the results before stay until there are new ones. */
export const searchQuery = (query: string, { type, category }: Sought) =>
  queryOptions({
    queryKey: ['search', 'items', type, category, query] as const,
    queryFn: ({ signal }) =>
      call(itemEndpoints.search, { query: { query, type, category, limit: searchLimits[type] }, signal }),
    enabled: query !== '',
    // Results of another category would be wrong.
    placeholderData: (previous, before) => (before?.queryKey[3] === category ? previous : undefined),
    staleTime: 10_000,
    gcTime: 60_000,
    retry: false,
  });

/** Users whose name or e-mail contains the words; for administrators. */
export const peopleQuery = (query: string) =>
  queryOptions({
    queryKey: ['search', 'people', query] as const,
    queryFn: ({ signal }): Promise<Person[]> =>
      findPeople({ words: query, limit: searchLimits.users, signal }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 60_000,
    retry: false,
  });
