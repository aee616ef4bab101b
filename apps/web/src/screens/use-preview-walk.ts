import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { loadedPages, pageQuery } from '#features/files/cache/files.queries.ts';
import { positionQuery } from '#features/files/cache/position.queries.ts';
import { entryAt, indexOfEntry, pageNumber, pagesBetween } from '#features/files/cache/sparse-pages.ts';
import type { Listing } from '#features/files/listing/use-listing.ts';
import type { PreviewWalk } from '#features/preview/preview-item.ts';
import { openGenericAlert } from '#shared/ui/alert.ts';
import { turnPreview } from './preview-address.ts';

/** Files to either side that are kept at hand. */
const reach = 12;

/**
 * Returns the index of an item in a listing; -1 while that is unknown, and for good where the listing does not hold
 * it. Most of a large listing is not loaded: then the server tells.
 */
export const useListingIndex = ({ ref, meta }: Listing, id: string): number => {
  const client = useQueryClient();
  const known = meta ? indexOfEntry(loadedPages(client, ref), id) : -1;
  const serverIndex = useQuery({ ...positionQuery(ref, id), enabled: meta !== undefined && known < 0 }).data;
  return known < 0 ? (serverIndex ?? -1) : known;
};

/** The files of a listing, folders left out, around the one that is shown. */
export const usePreviewWalk = (listing: Listing, id: string): PreviewWalk => {
  const client = useQueryClient();
  const { ref, meta } = listing;
  const serverIndex = useListingIndex(listing, id);
  const folders = meta?.folders ?? 0;
  const total = meta?.total ?? 0;
  const numbers =
    serverIndex < 0
      ? []
      : pagesBetween(Math.max(folders, serverIndex - reach), Math.min(total - 1, serverIndex + reach));
  const results = useQueries({ queries: numbers.map((number) => pageQuery(ref, number)) });
  const pages = new Map(
    numbers.flatMap((number, at) => {
      const page = results[at]?.data;
      return page ? [[number, page] as const] : [];
    }),
  );
  // The item may have left the place that the server told: then another is there, or none.
  const there = entryAt(pages, serverIndex);
  const index = serverIndex < total && (there === undefined || there.id === id) ? serverIndex : -1;

  const go = async (position: number): Promise<void> => {
    const target = position + folders;
    try {
      const page = await client.query({ ...pageQuery(ref, pageNumber(target)), staleTime: 'static' });
      const entry = entryAt(new Map([[pageNumber(target), page]]), target);
      if (entry) turnPreview(entry.id);
    } catch {
      openGenericAlert();
    }
  };
  return {
    total: index < 0 || index < folders ? undefined : total - folders,
    position: index < folders ? undefined : index - folders,
    at: (position) => {
      const entry = position < 0 ? undefined : entryAt(pages, position + folders);
      return entry?.type === 'file' ? entry : undefined;
    },
    go: (position) => void go(position),
  };
};
