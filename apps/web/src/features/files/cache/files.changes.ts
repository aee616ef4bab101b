import type { Sorting } from '@holdall/contract/listing-order';
import type { QueryClient } from '@tanstack/react-query';
import type { Entry, Page } from '../entry.ts';
import { countChanged } from './files.events.ts';
import { itemQuery, listingsKey, type ListingRef } from './files.queries.ts';
import { cachedListings, changeListing, exchange, patch, queriesBelow } from './listing-cache.ts';
import { sourceName, type ListingSource } from '../listing/listing-source.ts';
import { indexOfEntry, withEntry, type ChangedPages, type SparsePages } from './sparse-pages.ts';
import { withOnly, withoutEntries } from './without-entries.ts';

const unchanged = (pages: SparsePages): ChangedPages => ({ pages, stale: [] });

/** Items that leave their folder. */
interface LeavingItems {
  readonly entries: readonly Entry[];
  /** The listing that they are taken from. Its count is correct afterwards even if they were not loaded. */
  readonly origin: ListingSource;
  /** True if the items go to another folder: the latest uploads and the shared items still list them. */
  readonly stay?: boolean;
}

/**
 * Reports whether a folder lists an entry. An entry that was moved to the trash by itself is listed only at the top of
 * the trash.
 */
const liesIn =
  (folderId: string | null) =>
  ({ attributes }: Entry): boolean =>
    attributes.parent_id === folderId && attributes.deleted_at === null;

/** Returns the items that a listing contains, or contained on a page that is not loaded. */
const membersOf = (
  pages: SparsePages,
  { source }: ListingRef,
  { entries, origin, stay = false }: LeavingItems,
): readonly Entry[] => {
  if ((source.kind === 'trash') !== (origin.kind === 'trash')) return [];
  if (source.kind === 'folder') return entries.filter(liesIn(source.id));
  if (source.kind === 'trash' && source.id !== null) return entries.filter(liesIn(source.id));
  if (stay) return [];
  return sourceName(source) === sourceName(origin)
    ? entries
    : entries.filter(({ id }) => indexOfEntry(pages, id) >= 0);
};

/** Removes items from every listing that shows them, and from the counts of their folders. */
export const itemsRemoved = (client: QueryClient, items: LeavingItems): void => {
  const { entries, origin } = items;
  for (const ref of cachedListings(client))
    changeListing(client, ref, (pages) => {
      const members = membersOf(pages, ref, items);
      if (members.length === 0) return unchanged(pages);
      return withoutEntries(pages, new Map(members.map((entry) => [entry.id, entry])));
    });
  if (origin.kind === 'trash') return;
  const byFolder = Map.groupBy(entries, ({ attributes }) => attributes.parent_id);
  for (const [folderId, members] of byFolder) {
    const { length } = members.filter(liesIn(folderId));
    countChanged(client, folderId, (count) => count - length);
  }
};

/** Removes all items of a folder or of the trash except some. */
export const allRemoved = (
  client: QueryClient,
  source: ListingSource,
  except: ReadonlyMap<string, Entry>,
): void => {
  for (const ref of cachedListings(client))
    if (sourceName(ref.source) === sourceName(source))
      changeListing(client, ref, (pages) => withOnly(pages, except));
  if (source.kind === 'folder') countChanged(client, source.id, () => except.size);
};

/** Reports whether a renamed entry gets another position. */
const movesOnChange = ({ source, sorting }: ListingRef): boolean =>
  source.kind !== 'latest' && (sorting.field === 'name' || sorting.field === 'modified_at');

/** Moves an entry to its sorted position; it stays while that is unknown. */
const replaced = (pages: SparsePages, entry: Entry, sorting: Sorting): ChangedPages => {
  if (indexOfEntry(pages, entry.id) < 0) return unchanged(pages);
  const without = withoutEntries(pages, new Map([[entry.id, entry]]));
  const { pages: changed, stale } = withEntry(without.pages, entry, sorting);
  if (indexOfEntry(changed, entry.id) < 0) return { pages, stale: [...pages.keys()] };
  return { pages: changed, stale: [...new Set([...without.stale, ...stale])] };
};

/** Returns an entry with its known parent folder, which most answers omit. */
const withLocation = (entry: Entry, known: Entry): Entry => {
  const { location } = known.relationships;
  if (location === undefined || known.attributes.parent_id !== entry.attributes.parent_id) return entry;
  return { ...entry, relationships: { location, ...entry.relationships } };
};

/** Shows the current state of an item, in every listing and at its sorted position. */
export const itemChanged = (client: QueryClient, entry: Entry): void => {
  exchange(client, entry.id, (known) => withLocation(entry, known));
  for (const ref of cachedListings(client))
    if (movesOnChange(ref)) changeListing(client, ref, (pages) => replaced(pages, entry, ref.sorting));
  const { queryKey } = itemQuery(entry.id);
  client.setQueryData(queryKey, (known) => known && { ...known, data: { ...known.data, ...entry } });
};

/** Shows a folder's name, emoji and colour in the paths that lead through it. */
export const folderRenamed = (client: QueryClient, { id, attributes }: Entry): void => {
  const { name, emoji, color } = attributes;
  for (const query of queriesBelow(client, listingsKey)) {
    const page = client.getQueryData<Page>(query.queryKey);
    const at = page?.meta.ancestors.findIndex((folder) => folder.id === id) ?? -1;
    if (!page || at < 0) continue;
    const ancestors = page.meta.ancestors.with(at, { id, name, emoji, color });
    patch(client, query, { ...page, meta: { ...page.meta, ancestors } });
  }
};
