import { pageSize, type Sorting } from '@holdall/contract/listing-order';
import type { Browse } from '@holdall/contract/files';
import { call } from '#shared/api/client.ts';
import { guarded } from '#shared/session/session.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { pageOf, type Page } from './entry.ts';
import { latestCount } from './latest.store.ts';
import { folderOf, folderSource, type ListingSource } from './listing-source.ts';
import type { SparsePages } from './sparse-pages.ts';

/** A listing: what it shows, in one order. */
export interface ListingRef {
  readonly source: ListingSource;
  readonly sorting: Sorting;
}

/** Every listing that is cached, of whatever. */
export const listingsKey = ['listing'] as const;

/** Every listing of a source, in whatever order. */
export const sourceKey = (source: ListingSource) =>
  [...listingsKey, source.kind, folderOf(source) ?? 'root'] as const;

/** One listing in one order: all of its pages. */
export const listingKey = ({ source, sorting }: ListingRef) =>
  [...sourceKey(source), sorting.field, sorting.direction] as const;

/** Every listing of a folder (null: the top of the account), in whatever order. */
export const folderKey = (folderId: string | null) => sourceKey(folderSource(folderId));

/** Every listing of the trash and of the folders in it. */
export const trashKey = [...listingsKey, 'trash'] as const;

/** The listing that a cached page belongs to, read from its key. */
export const refOfKey = (key: readonly unknown[]): ListingRef => {
  const [, kind, id, field, direction] = key as readonly [
    string,
    ListingSource['kind'],
    string,
    Sorting['field'],
    Sorting['direction'],
  ];
  const folder = id === 'root' ? null : id;
  return {
    source: kind === 'folder' || kind === 'trash' ? { kind, id: folder } : { kind },
    sorting: { field, direction },
  };
};

const browse = ({ source, sorting }: ListingRef, page: number, signal: AbortSignal): Promise<Browse> => {
  const { field, direction } = sorting;
  const part = { direction, offset: page * pageSize, limit: pageSize };
  // Only the trash knows when something was deleted.
  const query = { ...part, sort: field === 'deleted_at' ? 'created_at' : field } as const;
  switch (source.kind) {
    case 'folder':
      return call('browseFolder', { params: { id: source.id ?? 'root' }, query, signal });
    case 'trash':
      return call('browseTrash', {
        params: { id: source.id ?? 'root' },
        query: { ...part, sort: field },
        signal,
      });
    case 'shared':
      return call('browseShared', { query, signal });
    case 'latest':
      return call('browseLatest', { query: { limit: latestCount.get() }, signal });
  }
};

/** One page of a listing. */
export const pageQuery = (ref: ListingRef, page: number) =>
  queryOptions({
    queryKey: [...listingKey(ref), page] as const,
    queryFn: async ({ signal }): Promise<Page> => pageOf(await guarded(browse(ref, page, signal))),
    staleTime: 15_000,
  });

/** The pages of a listing that are loaded at this moment. */
export const loadedPages = (client: QueryClient, ref: ListingRef): SparsePages =>
  new Map(
    client
      .getQueriesData<Page>({ queryKey: listingKey(ref) })
      .flatMap(([key, page]) => (page ? [[Number(key.at(-1)), page] as const] : [])),
  );

/** Details of items, each under its id. */
export const itemsKey = ['item'] as const;

/** Details of an item, with its checksum and the folders above it. */
export const itemQuery = (id: string) =>
  queryOptions({
    queryKey: [...itemsKey, id] as const,
    queryFn: ({ signal }) => call('getItem', { params: { id }, signal }),
    staleTime: 60_000,
  });
