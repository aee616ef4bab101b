import { appEndpoints } from '@holdall/contract/app.endpoints';
import { pageSize, type Sorting } from '@holdall/contract/listing-order';
import { call } from '#shared/api/client.ts';
import { guarded } from '#shared/session/session.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { pageOf, type Page } from '../entry.ts';
import { latestCount } from './latest.store.ts';
import { folderSource, nameInKind, type ListingSource } from '../listing/listing-source.ts';
import type { SparsePages } from './sparse-pages.ts';

/** A listing: its source in one sort order. */
export interface ListingRef {
  readonly source: ListingSource;
  readonly sorting: Sorting;
}

/** The key of every cached listing. */
export const listingsKey = ['listing'] as const;

/** The key of all queries of an account's overview. */
export const overviewKey = ['overview'] as const;

/** Returns the key of all listings of a source, in any order. */
export const sourceKey = (source: ListingSource) =>
  [...listingsKey, source.kind, nameInKind(source)] as const;

/** Returns the key of one listing in one order, with all of its pages. */
export const listingKey = ({ source, sorting }: ListingRef) =>
  [...sourceKey(source), sorting.field, sorting.direction] as const;

/** Returns the key of all listings of a folder (null: the top of the account), in any order. */
export const folderKey = (folderId: string | null) => sourceKey(folderSource(folderId));

/** The key of all listings of the trash and of its folders. */
export const trashKey = [...listingsKey, 'trash'] as const;

const sourceOf = (kind: ListingSource['kind'], name: string): ListingSource => {
  if (kind === 'search') return { kind, asked: name };
  return kind === 'folder' || kind === 'trash' ? { kind, id: name === 'root' ? null : name } : { kind };
};

/** Returns the listing that a cached page belongs to, from its key. */
export const refOfKey = (key: readonly unknown[]): ListingRef => {
  const [, kind, name, field, direction] = key as readonly [
    string,
    ListingSource['kind'],
    string,
    Sorting['field'],
    Sorting['direction'],
  ];
  return { source: sourceOf(kind, name), sorting: { field, direction } };
};

const browse = async ({ source, sorting }: ListingRef, page: number, signal: AbortSignal): Promise<Page> => {
  const { field, direction } = sorting;
  const part = { direction, offset: page * pageSize, limit: pageSize };
  // Only the trash can be sorted by the time of deletion.
  const query = { ...part, sort: field === 'deleted_at' ? 'created_at' : field } as const;
  switch (source.kind) {
    case 'folder':
      return pageOf(
        await call(appEndpoints.browseFolder, { params: { id: source.id ?? 'root' }, query, signal }),
      );
    case 'trash': {
      const params = { id: source.id ?? 'root' };
      return pageOf(
        await call(appEndpoints.browseTrash, { params, query: { ...part, sort: field }, signal }),
      );
    }
    case 'shared':
      return pageOf(await call(appEndpoints.browseShared, { query, signal }));
    case 'latest':
      return pageOf(await call(appEndpoints.browseLatest, { query: { limit: latestCount.get() }, signal }));
    case 'search':
      return (await import('../listing/found-page.ts')).findPage(source.asked, signal);
  }
};

/** One page of a listing. */
export const pageQuery = (ref: ListingRef, page: number) =>
  queryOptions({
    queryKey: [...listingKey(ref), page] as const,
    queryFn: ({ signal }): Promise<Page> => guarded(browse(ref, page, signal)),
    staleTime: 15_000,
  });

/** Returns the currently loaded pages of a listing. */
export const loadedPages = (client: QueryClient, ref: ListingRef): SparsePages =>
  new Map(
    client
      .getQueriesData<Page>({ queryKey: listingKey(ref) })
      .flatMap(([key, page]) => (page ? [[Number(key.at(-1)), page] as const] : [])),
  );

/** The key of the details of items, each under its id. */
export const itemsKey = ['item'] as const;

/** Details of an item, with its checksum and the folders above it. */
export const itemQuery = (id: string) =>
  queryOptions({
    queryKey: [...itemsKey, id] as const,
    queryFn: ({ signal }) => call(appEndpoints.getItem, { params: { id }, signal }),
    staleTime: 60_000,
  });
