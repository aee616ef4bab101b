import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/api/client.ts';
import { listingKey, type ListingRef } from './files.queries.ts';

/** Where an item is in a folder's listing, counted from 0; null where it is not in it. Other listings do not tell. */
export const positionQuery = (ref: ListingRef, id: string) =>
  queryOptions({
    queryKey: ['position', ...listingKey(ref).slice(1), id] as const,
    queryFn: async ({ signal }): Promise<number | null> => {
      const { source, sorting } = ref;
      if (source.kind !== 'folder' || sorting.field === 'deleted_at') return null;
      const query = { sort: sorting.field, direction: sorting.direction, around: id, limit: 1 };
      const params = { id: source.id ?? 'root' };
      return (await call('browseFolder', { params, query, signal })).meta.position ?? null;
    },
    staleTime: 0,
    gcTime: 0,
  });
