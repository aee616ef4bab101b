import { QueryClient } from '@tanstack/react-query';
import type { Entry, Page } from '../entry.ts';
import { pageQuery, type ListingRef } from '../files.queries.ts';
import { folderSource } from '../listing-source.ts';
import { metaOf } from './entries.ts';

/** A listing by name: of the account's top where nothing else is named. */
export const byName = (source = folderSource(null)): ListingRef => ({
  source,
  sorting: { field: 'name', direction: 'ASC' },
});

/** A cache with one listing in it, whole. */
export const clientWith = (entries: readonly Entry[], ref = byName()): QueryClient => {
  const client = new QueryClient();
  const folders = entries.filter(({ type }) => type === 'folder').length;
  const meta = metaOf({ folders, files: entries.length - folders });
  client.setQueryData(pageQuery(ref, 0).queryKey, { entries, root: null, meta });
  return client;
};

/** The first page of a listing as it is in the cache. */
export const pageIn = (client: QueryClient, ref = byName()): Page | undefined =>
  client.getQueryData(pageQuery(ref, 0).queryKey);

/** The names that it shows. */
export const namesIn = (client: QueryClient, ref = byName()): readonly string[] | undefined =>
  pageIn(client, ref)?.entries.map(({ attributes }) => attributes.name);
