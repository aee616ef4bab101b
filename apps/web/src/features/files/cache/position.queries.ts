import { appEndpoints } from '@holdall/contract/app.endpoints';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/api/client.ts';
import { listingKey, type ListingRef } from './files.queries.ts';

/** Key of the positions of items in their listings. */
export const positionsKey = ['position'] as const;

/**
 * The position of an item in a listing, counted from 0; null where the listing lacks it. Other kinds of listing have a
 * single page.
 */
export const positionQuery = (ref: ListingRef, id: string) =>
  queryOptions({
    queryKey: [...positionsKey, ...listingKey(ref).slice(1), id] as const,
    queryFn: async ({ signal }): Promise<number | null> => {
      const { source, sorting } = ref;
      const { field: sort, direction } = sorting;
      if (source.kind !== 'folder' && source.kind !== 'trash') return null;
      const params = { id: source.id ?? 'root' };
      const around = { direction, around: id, limit: 1 };
      const answer =
        source.kind === 'folder' && sort !== 'deleted_at'
          ? call(appEndpoints.browseFolder, { params, query: { ...around, sort }, signal })
          : call(appEndpoints.browseTrash, { params, query: { ...around, sort }, signal });
      return (await answer).meta.position ?? null;
    },
    staleTime: 0,
    gcTime: 0,
  });
