import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { administer } from '#shared/session/administer.ts';
import { shownOfAll } from './search-limits.ts';
import type { Person } from './results.ts';

/** People that are asked for where nothing else is listed. */
const most = 25;

/** Users whose name or e-mail contains the words; for administrators. */
export const peopleQuery = (query: string, filter: 'all' | 'users') =>
  queryOptions({
    queryKey: ['search', 'people', filter, query] as const,
    queryFn: async ({ signal }): Promise<Person[]> => {
      const limit = filter === 'all' ? shownOfAll.users : most;
      const { data } = await administer('listUsers', {
        query: { search: query, sort: 'name', direction: 'ASC', limit },
        signal,
      });
      return data.map(({ id, attributes: { name, email, avatar, color } }) => ({
        id,
        name,
        email,
        avatar,
        color,
      }));
    },
    enabled: query !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 60_000,
    retry: false,
  });
