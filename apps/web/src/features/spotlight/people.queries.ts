import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { findPeople } from '#shared/session/find-people.ts';
import { shownOfAll } from './search-limits.ts';
import type { Person } from './results.ts';

/** People that are asked for where nothing else is listed. */
const most = 25;

/** Users whose name or e-mail contains the words; for administrators. */
export const peopleQuery = (query: string, filter: 'all' | 'users') =>
  queryOptions({
    queryKey: ['search', 'people', filter, query] as const,
    queryFn: ({ signal }): Promise<Person[]> =>
      findPeople({ words: query, limit: filter === 'all' ? shownOfAll.users : most, signal }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 60_000,
    retry: false,
  });
