import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { findPeople } from '#shared/session/find-people.ts';
import { searchLimits } from './search-limits.ts';
import type { Person } from './results.ts';

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
