import type { Share } from '@holdall/contract/share-link';
import type { QueryClient } from '@tanstack/react-query';
import type { Entry } from '../entry.ts';
import { sharedChanged } from './files.events.ts';
import { itemQuery } from './files.queries.ts';
import { cachedListings, changeListing, exchange } from './listing-cache.ts';
import { selectionStore } from '../selection/selection.store.ts';
import { withChanged } from '../selection/selection.ts';
import { entryAt, indexOfEntry, type ChangedPages, type SparsePages } from './sparse-pages.ts';
import { withoutEntries } from './without-entries.ts';

const withoutEntry = (pages: SparsePages, id: string): ChangedPages => {
  const entry = entryAt(pages, indexOfEntry(pages, id));
  return entry ? withoutEntries(pages, new Map([[id, entry]])) : { pages, stale: [] };
};

/** Updates the link of an item in all listings: a new one, another one, or none. */
export const linkChanged = (client: QueryClient, id: string, shared: Share | null): void => {
  const marked = (entry: Entry): Entry => ({
    ...entry,
    relationships: { ...entry.relationships, shared },
  });
  exchange(client, id, marked);
  client.setQueryData(itemQuery(id).queryKey, (known) => known && { ...known, data: marked(known.data) });
  if (shared === null)
    for (const ref of cachedListings(client))
      if (ref.source.kind === 'shared') changeListing(client, ref, (pages) => withoutEntry(pages, id));
  selectionStore.set((selection) => withChanged(selection, id, marked));
  sharedChanged(client);
};
