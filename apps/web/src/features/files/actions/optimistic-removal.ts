import type { QueryClient } from '@tanstack/react-query';
import { allRemoved, itemsRemoved } from '../cache/files.changes.ts';
import {
  collectionsChanged,
  countChanged,
  folderChanged,
  itemAdded,
  trashChanged,
} from '../cache/files.events.ts';
import { folderOf } from '../listing/listing-source.ts';
import { isIn, type Batch } from './batch.ts';
import { notifyLeaving } from './leaving.ts';

/** Entries that are put back one by one; further ones return when their pages are refetched. */
const revertIndividuallyUpTo = 200;

/**
 * Removes items from the listings before the server has confirmed it.
 * @param stay true if they go to another folder, and remain in the latest uploads.
 */
export const removeOptimistically = (client: QueryClient, batch: Batch, stay: boolean): void => {
  notifyLeaving((entry) => isIn(batch, entry));
  const { source: origin } = batch;
  if (batch.all) allRemoved(client, origin, batch.except);
  else itemsRemoved(client, { entries: batch.entries, origin, stay });
};

/** Shows items in their former positions. */
export const revertRemoval = (client: QueryClient, batch: Batch): void => {
  const { source, isTrash, count } = batch;
  if (isTrash) return trashChanged(client);
  if (batch.all) {
    const folderId = folderOf(source);
    countChanged(client, folderId, (left) => left + count);
    return folderChanged(client, folderId);
  }
  const { entries } = batch;
  for (const entry of entries.slice(0, revertIndividuallyUpTo)) itemAdded(client, entry);
  const late = Map.groupBy(entries.slice(revertIndividuallyUpTo), ({ attributes }) => attributes.parent_id);
  for (const [folderId, { length }] of late) {
    countChanged(client, folderId, (left) => left + length);
    folderChanged(client, folderId);
  }
  collectionsChanged(client);
};
