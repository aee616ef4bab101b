import { createItemActions, type ItemActions, type ItemHost } from '../actions/item-actions.ts';
import type { Entry } from '../entry.ts';
import { folderSource, type ListingSource } from '../listing/listing-source.ts';
import type { Listing } from '../listing/use-listing.ts';
import type { SelectionActions } from '../selection/use-selection.ts';
import { QueryClient } from '@tanstack/react-query';
import { metaOf } from './entries.ts';

const ignore = (): void => undefined;

/** Returns a fully loaded listing, for tests. */
export const listingOf = (entries: readonly Entry[], source: ListingSource = folderSource(null)): Listing => {
  const folders = entries.filter(({ type }) => type === 'folder').length;
  return {
    ref: { source, sorting: { field: 'name', direction: 'ASC' } },
    meta: metaOf({ folders, files: entries.length - folders }),
    root: null,
    error: null,
    entryAt: (index) => entries[index],
    show: ignore,
    reload: ignore,
  };
};

/** Returns selection actions that do nothing except the parts of a test. */
export const selectionStub = (parts: Partial<SelectionActions> = {}): SelectionActions => ({
  select: ignore,
  selectArea: ignore,
  finishArea: () => Promise.resolve(),
  selectAll: ignore,
  clear: ignore,
  end: ignore,
  ...parts,
});

/** Returns the actions of a screen that does nothing except the parts of a test. */
export const actionsFor = (
  listing: Listing,
  parts: Partial<ItemHost> = {},
  client = new QueryClient(),
): ItemActions => {
  const host: ItemHost = {
    listing,
    title: 'Home',
    permission: { canDownload: true, reason: null },
    onOpen: ignore,
    onDetails: ignore,
    onGone: ignore,
    onSelectAll: ignore,
    onSort: ignore,
    ...parts,
  };
  return createItemActions(client, () => host);
};
