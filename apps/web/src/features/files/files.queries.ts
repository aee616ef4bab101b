import { pageSize, type Sorting } from '@holdall/contract/listing-order';
import { call } from '#shared/api/client.ts';
import { guarded } from '#shared/session/session.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { pageOf, type Page } from './entry.ts';
import { latestCount } from './latest.store.ts';
import { folderSource, nameInKind, type ListingSource } from './listing-source.ts';
import type { SparsePages } from './sparse-pages.ts';

/** A listing: what it shows, in one order. */
export interface ListingRef {
  readonly source: ListingSource;
  readonly sorting: Sorting;
}

/** Every listing that is cached, of whatever. */
export const listingsKey = ['listing'] as const;

/** The key of all queries of an account's overview. */
export const overviewKey = ['overview'] as const;

/** Every listing of a source, in whatever order. */
export const sourceKey = (source: ListingSource) =>
  [...listingsKey, source.kind, nameInKind(source)] as const;

/** One listing in one order: all of its pages. */
export const listingKey = ({ source, sorting }: ListingRef) =>
  [...sourceKey(source), sorting.field, sorting.direction] as const;

/** Every listing of a folder (null: the top of the account), in whatever order. */
export const folderKey = (folderId: string | null) => sourceKey(folderSource(folderId));

/** Every listing of the trash and of the folders in it. */
export const trashKey = [...listingsKey, 'trash'] as const;

const sourceOf = (kind: ListingSource['kind'], name: string): ListingSource => {
  if (kind === 'search') return { kind, asked: name };
  return kind === 'folder' || kind === 'trash' ? { kind, id: name === 'root' ? null : name } : { kind };
};

/** The listing that a cached page belongs to, read from its key. */
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
  // Only the trash knows when something was deleted.
  const query = { ...part, sort: field === 'deleted_at' ? 'created_at' : field } as const;
  switch (source.kind) {
    case 'folder':
      return pageOf(await call('browseFolder', { params: { id: source.id ?? 'root' }, query, signal }));
    case 'trash': {
      const params = { id: source.id ?? 'root' };
      return pageOf(await call('browseTrash', { params, query: { ...part, sort: field }, signal }));
    }
    case 'shared':
      return pageOf(await call('browseShared', { query, signal }));
    case 'latest':
      return pageOf(await call('browseLatest', { query: { limit: latestCount.get() }, signal }));
    case 'search':
      return (await import('./found-page.ts')).findPage(source.asked, signal);
  }
};

/** One page of a listing. */
export const pageQuery = (ref: ListingRef, page: number) =>
  queryOptions({
    queryKey: [...listingKey(ref), page] as const,
    queryFn: ({ signal }): Promise<Page> => guarded(browse(ref, page, signal)),
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
