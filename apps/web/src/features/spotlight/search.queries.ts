import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { searchLimits } from './search-limits.ts';
import { itemsCall } from '#shared/api/items.calls.ts';

/** What is found for words; stale requests are given up, and the results before stay until there are new ones. */
export const searchQuery = (query: string, type: 'all' | 'folder' | 'file') =>
  queryOptions({
    queryKey: ['search', type, query] as const,
    queryFn: ({ signal }) =>
      itemsCall('search', { query: { query, type, limit: searchLimits[type] }, signal }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 60_000,
    retry: false,
  });
