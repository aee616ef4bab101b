import { QueryClient } from '@tanstack/react-query';
import type { Entry, Page } from '../entry.ts';
import { pageQuery, type ListingRef } from '../cache/files.queries.ts';
import { folderSource } from '../listing/listing-source.ts';
import { metaOf } from './entries.ts';

/** Returns a listing sorted by name, of the account's top by default. */
export const byName = (source = folderSource(null)): ListingRef => ({
  source,
  sorting: { field: 'name', direction: 'ASC' },
});

/** Returns a cache with one listing, loaded in full. */
export const clientWith = (entries: readonly Entry[], ref = byName()): QueryClient => {
  const client = new QueryClient();
  const folders = entries.filter(({ type }) => type === 'folder').length;
  const meta = metaOf({ folders, files: entries.length - folders });
  client.setQueryData(pageQuery(ref, 0).queryKey, { entries, root: null, meta });
  return client;
};

/** Returns the first cached page of a listing. */
export const pageIn = (client: QueryClient, ref = byName()): Page | undefined =>
  client.getQueryData(pageQuery(ref, 0).queryKey);

/** Returns the names on the first cached page. */
export const namesIn = (client: QueryClient, ref = byName()): readonly string[] | undefined =>
  pageIn(client, ref)?.entries.map(({ attributes }) => attributes.name);
