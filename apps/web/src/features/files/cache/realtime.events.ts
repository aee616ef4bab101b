import type { FilesChanged } from '@holdall/contract/realtime';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { storageKey, treeKey, treeTopKey, userKey, versionsKey } from '#shared/api/query-keys.ts';
import { recordArrival } from '../listing/arrivals.ts';
import type { Entry, Page } from '../entry.ts';
import { itemChanged } from './files.changes.ts';
import { itemStateChanged } from './item-state.ts';
import {
  collectionsChanged,
  folderChanged,
  itemAdded,
  listingsChanged,
  sharedChanged,
  trashChanged,
} from './files.events.ts';
import {
  folderKey,
  itemQuery,
  itemsKey,
  listingsKey,
  loadedPages,
  type ListingRef,
} from './files.queries.ts';
import { cachedListings, changeListing, invalidate, queriesBelow } from './listing-cache.ts';
import { positionsKey } from './position.queries.ts';
import { without } from '../selection/selection.ts';
import { selectionStore } from '../selection/selection.store.ts';
import { withoutEntries } from './without-entries.ts';

/** Returns the folders that a listing depends on: itself, its ancestors, and the folders among its rows. */
const foldersOf = ({ root, meta, entries }: Page): readonly string[] => [
  ...(root ? [root.id] : []),
  ...meta.ancestors.map(({ id }) => id),
  ...entries.filter(({ type }) => type === 'folder').map(({ id }) => id),
];

/** Reports whether a listing belongs to a folder that the event names. */
const isOf = ({ source }: ListingRef, containers: FilesChanged['containers']): boolean =>
  source.kind === 'folder' && containers.includes(source.id);

/** Removes the rows of items that have left a folder. */
const showRemoved = (client: QueryClient, { containers, items, removed }: FilesChanged): void => {
  const gone = new Set(removed);
  for (const ref of cachedListings(client)) {
    if (!isOf(ref, containers)) continue;
    const here = 'id' in ref.source ? ref.source.id : null;
    const stays = new Set(
      items
        .filter(({ attributes }) => attributes.parent_id === here && attributes.deleted_at === null)
        .map(({ id }) => id),
    );
    const left = new Map<string, Entry>();
    for (const { entries } of loadedPages(client, ref).values())
      for (const entry of entries) if (gone.has(entry.id) && !stays.has(entry.id)) left.set(entry.id, entry);
    if (left.size > 0) changeListing(client, ref, (pages) => withoutEntries(pages, left));
  }
};

/** Reports whether a cached listing of its folder contains the item already. */
const isShown = (client: QueryClient, { id, attributes }: Entry): boolean =>
  client
    .getQueriesData<Page>({ queryKey: folderKey(attributes.parent_id) })
    .some(([, page]) => page?.entries.some((entry) => entry.id === id));

/** Milliseconds that the event of a change may take to arrive. */
const onTheWayFor = 1_000;

/**
 * Shows new and changed items at their positions. Only a folder that the event names has new items: an item that got a
 * thumbnail or a link was counted when it arrived.
 */
const showItems = (client: QueryClient, { containers, items }: FilesChanged): void => {
  for (const item of items) {
    if (item.attributes.deleted_at !== null) continue;
    if (isShown(client, item)) itemChanged(client, item);
    else if (containers.includes(item.attributes.parent_id))
      itemAdded(client, item, Date.now() - onTheWayFor);
  }
};

/** Removes deleted items from the selection and from its exceptions. */
const deselect = (removed: readonly string[]): void =>
  selectionStore.set((selection) =>
    without(
      selection,
      removed.map((id) => ({ id })),
    ),
  );

const invalidateAll = (client: QueryClient, queryKey: QueryKey): void => {
  for (const query of queriesBelow(client, queryKey)) invalidate(client, query);
};

/** Invalidates levels of the tree that show the count of one of the folders, or may do so once they are loaded. */
const invalidateCounts = (client: QueryClient, folders: readonly (string | null)[]): void => {
  const ids = new Set(folders);
  for (const query of queriesBelow(client, treeKey)) {
    const { data, fetchStatus } = query.state;
    const level = data as { readonly folders: readonly { readonly id: string }[] } | undefined;
    if (level ? level.folders.some(({ id }) => ids.has(id)) : fetchStatus !== 'idle')
      invalidate(client, query);
  }
};

/** Invalidates listings that show an affected folder: its row, its name among the ancestors, or the folder itself. */
const invalidateAround = (client: QueryClient, folders: ReadonlySet<string | null>): void => {
  for (const query of queriesBelow(client, listingsKey)) {
    const page = client.getQueryData<Page>(query.queryKey);
    if (page && foldersOf(page).some((id) => folders.has(id))) invalidate(client, query);
  }
};

/**
 * Applies a change that was made elsewhere: known changes show immediately, the rest is refetched once changes settle.
 * Rows keep their identity, and so scroll position, focus and selection; events may arrive twice and in any order.
 */
export const applyFilesChanged = (client: QueryClient, change: FilesChanged): void => {
  const { containers, items, removed } = change;
  if (change.everything) {
    deselect(removed);
    refreshEverything(client);
    return;
  }
  showRemoved(client, change);
  showItems(client, change);
  deselect(removed);
  for (const folderId of containers) folderChanged(client, folderId);
  invalidateAround(client, new Set([...containers, ...removed, ...items.map(({ id }) => id)]));
  for (const id of removed) void client.invalidateQueries({ queryKey: itemQuery(id).queryKey, exact: true });
  for (const item of items) itemStateChanged(client, item);
  // Guests are told of folders only, and so is everybody of a change of many items.
  if (containers.length > 0 && items.length === 0)
    for (const queryKey of [itemsKey, versionsKey]) invalidateAll(client, queryKey);
  if (containers.length > 0) collectionsChanged(client);
  // An item that changed in its folder may have got or lost a link.
  else if (items.length > 0) sharedChanged(client);
  if (change.trash) trashChanged(client);
  if (change.favourites) invalidateAll(client, userKey);
  // The tree shows the item count of folders, files included.
  if (change.tree) invalidateAll(client, treeTopKey);
  else invalidateCounts(client, containers);
  if (change.storage) invalidateAll(client, storageKey);
  invalidateAll(client, positionsKey);
};

/** Applies a change that was made elsewhere, and lets new items fade in. */
export const receiveFilesChanged = (client: QueryClient, change: FilesChanged): void => {
  for (const item of change.items)
    if (item.attributes.deleted_at === null && !isShown(client, item)) recordArrival(item.id);
  applyFilesChanged(client, change);
};

/**
 * Refreshes counts and listings across folders after an item was added by this page.
 *
 * @param folderId the only folder with more items (null: the top); undefined if folders may have been created
 */
export const sidesChanged = (client: QueryClient, folderId?: string | null): void => {
  collectionsChanged(client);
  if (folderId === undefined) invalidateAll(client, treeTopKey);
  else invalidateCounts(client, [folderId]);
  invalidateAll(client, storageKey);
};

/** Refetches everything visible in the background, since events may have been missed. */
export const refreshEverything = (client: QueryClient): void => {
  listingsChanged(client);
  for (const queryKey of [itemsKey, versionsKey, positionsKey, userKey, treeTopKey, storageKey])
    invalidateAll(client, queryKey);
};
