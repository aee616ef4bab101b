import { useQuery } from '@tanstack/react-query';
import { pageQuery } from '#features/files/cache/files.queries.ts';
import { folderSource } from '#features/files/listing/listing-source.ts';
import { sortingFrom } from '#features/files/listing/sorting.ts';
import { useLocation } from '#shared/router/location.ts';
import { paramsOf } from '../route-params.ts';
import { routeFor } from '../router.tsx';

export interface Place {
  /** The section that is shown, by its route's name. */
  readonly section: string;
  /** The folder that is viewed in Files; null at the top and in other sections. */
  readonly folder: string | null;
  /** The folders above it, once they are known; undefined for folders in the trash. */
  readonly above: readonly string[] | undefined;
}

/** Returns the current section and folder; the screen's own data tells the way there. */
export const usePlace = (): Place => {
  const { pathname, search } = useLocation();
  const route = routeFor(pathname);
  const folder = route.name === 'files' ? (paramsOf(route, pathname)['id'] ?? null) : null;
  const source = folderSource(folder);
  const { data } = useQuery({
    ...pageQuery({ source, sorting: sortingFrom(search, source) }, 0),
    // The screen asks; this only follows.
    enabled: false,
  });
  const above = folder !== null && !data?.meta.trashed ? data?.meta.ancestors.map(({ id }) => id) : undefined;
  return { section: route.name, folder, above };
};
