import { call } from '#shared/api/client.ts';
import { guarded } from '#shared/session/session.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { pageOf, type Page } from './entry.ts';
import type { Sorting } from './sorting.ts';
import { pageSize, type SparsePages } from './sparse-pages.ts';

/** A listing: a folder (null is the top) in one order. */
export interface ListingRef {
  readonly folderId: string | null;
  readonly sorting: Sorting;
}

export const listingKey = ({ folderId, sorting }: ListingRef) =>
  ['folder', folderId ?? 'root', sorting.field, sorting.direction] as const;

/** Every listing of a folder, in whatever order. */
export const folderKey = (folderId: string | null) => ['folder', folderId ?? 'root'] as const;

/** One page of a listing. */
export const pageQuery = (ref: ListingRef, page: number) =>
  queryOptions({
    queryKey: [...listingKey(ref), page] as const,
    queryFn: async ({ signal }): Promise<Page> => {
      const answer = call('browseFolder', {
        params: { id: ref.folderId ?? 'root' },
        query: {
          sort: ref.sorting.field,
          direction: ref.sorting.direction,
          offset: page * pageSize,
          limit: pageSize,
        },
        signal,
      });
      return pageOf(await guarded(answer));
    },
    staleTime: 15_000,
  });

/** The pages of a listing that are loaded at this moment. */
export const loadedPages = (client: QueryClient, ref: ListingRef): SparsePages =>
  new Map(
    client
      .getQueriesData<Page>({ queryKey: listingKey(ref) })
      .flatMap(([key, page]) => (page ? [[Number(key.at(-1)), page] as const] : [])),
  );

/** Details of an item, with its checksum and the folders above it. */
export const itemQuery = (id: string) =>
  queryOptions({
    queryKey: ['item', id] as const,
    queryFn: ({ signal }) => call('getItem', { params: { id }, signal }),
    staleTime: 60_000,
  });
