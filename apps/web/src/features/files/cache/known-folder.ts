import type { QueryClient } from '@tanstack/react-query';
import type { Page } from '../entry.ts';
import { listingsKey } from './files.queries.ts';

/** Returns the name of a folder that is still loading, from listings that contain it or its descendants. */
export const knownName = (client: QueryClient, folderId: string): string | undefined => {
  for (const [, page] of client.getQueriesData<Page>({ queryKey: listingsKey })) {
    const entry = page?.entries.find(({ id }) => id === folderId);
    if (entry) return entry.attributes.name;
    const above = page?.meta.ancestors.find(({ id }) => id === folderId);
    if (above) return above.name;
  }
  return undefined;
};
