import type { QueryClient } from '@tanstack/react-query';
import { pageQuery } from '#features/files/cache/files.queries.ts';
import { folderSource } from '#features/files/listing/listing-source.ts';
import { sortingFrom } from '#features/files/listing/sorting.ts';
import { paramsOf } from './route-params.ts';
import type { Route } from './router.tsx';

/**
 * Asks for the first page of the folder that the address names, at once: the answer travels beside the messages and the
 * screen's script, instead of after them.
 *
 * @returns settles when they are there, or do not come; undefined where the address is no folder's
 */
export const askForFirstRows = (
  client: QueryClient,
  route: Pick<Route, 'name' | 'pattern'>,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): Promise<unknown> | undefined => {
  if (route.name !== 'files') return undefined;
  const id = paramsOf(route, pathname)['id'] ?? null;
  const first = pageQuery({ source: folderSource(id), sorting: sortingFrom(search) }, 0);
  // The component that draws the listing sees the failure again, and shows it.
  return client.query(first).catch(() => undefined);
};
