import type { Version } from '@holdall/contract/versions';
import type { QueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import type { Entry } from '#features/files/entry.ts';
import {
  announceChange,
  forgetChange,
  recordChange,
  type ReversibleChange,
} from '#features/files/actions/undo.ts';
import { itemAdded } from '#features/files/cache/files.events.ts';
import { applyFilesChanged, sidesChanged } from '#features/files/cache/realtime.events.ts';
import { versionTime } from '#features/versions/version-texts.ts';
import { endPending, findVersion, restoreCopy, restoreVersion } from '#features/versions/versions.changes.ts';
import { versionAddress, versionsQuery } from '#features/versions/versions.queries.ts';
import { text } from '#shared/i18n/messages.ts';
import { shortName } from '#shared/lib/short-name.ts';
import { showToast } from '#shared/ui/toast.ts';
import { showCurrentContent } from './preview-address.ts';

/** Returns a file with the content of an earlier version, as previews and downloads take it. */
export const entryOfVersion = (entry: Entry, version: Version): Entry => {
  const { name, color, emoji, parent_id, created_at, deleted_at } = entry.attributes;
  const { size, mimetype, category, modified_at, damaged_at } = version;
  return {
    ...entry,
    id: version.id,
    attributes: {
      name,
      color,
      emoji,
      parent_id,
      size,
      mimetype,
      category,
      file_url: versionAddress(entry.id, version),
      // A thumbnail shows the current content.
      thumbnail: null,
      created_at,
      modified_at,
      deleted_at,
      ...(damaged_at !== undefined && { damaged_at }),
    },
  };
};

/** Makes a version the current content, and shows that. @returns true if it succeeded */
const restore = async (
  client: QueryClient,
  itemId: string,
  version: Pick<Version, 'id'>,
): Promise<boolean> => {
  const item = await restoreVersion(client, itemId, version);
  if (!item) return false;
  applyFilesChanged(client, {
    containers: [item.attributes.parent_id],
    items: [item],
    removed: [],
    trash: false,
    favourites: false,
    tree: false,
    storage: true,
  });
  showCurrentContent(version.id);
  endPending();
  return true;
};

/** Makes a version the current content; the content before it is a version then, which undoing restores. */
export const restoreWithUndo = async (
  client: QueryClient,
  itemId: string,
  version: Version,
): Promise<void> => {
  const known = client.getQueryData(versionsQuery(itemId).queryKey);
  const storedAt = known?.pages[0]?.meta.current.stored_at;
  const { promise: found, resolve } = Promise.withResolvers<Version | undefined>();
  const change: ReversibleChange = {
    undo: async () => {
      const former = await found;
      return former !== undefined && (await restore(client, itemId, former));
    },
  };
  recordChange(change);
  const isRestored = await restore(client, itemId, version);
  const former = isRestored ? await findVersion(client, itemId, storedAt) : undefined;
  if (!former) forgetChange(change);
  resolve(former);
  if (!isRestored) return;
  const message = text('versions.restored', { time: versionTime(version) });
  announceChange(client, { message, icon: <RotateCcw /> }, change);
};

/** Makes a new file of a version, beside the file. */
export const restoreAsCopy = async (client: QueryClient, itemId: string, version: Version): Promise<void> => {
  const copy = await restoreCopy(client, itemId, version);
  if (!copy) return;
  const { name, parent_id: parentId } = copy.attributes;
  itemAdded(client, copy);
  sidesChanged(client, parentId);
  showToast({ type: 'success', message: text('versions.copied', { name: shortName(name) }) });
};
