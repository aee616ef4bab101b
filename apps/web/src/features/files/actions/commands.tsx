import { itemEndpoints } from '@holdall/contract/items.endpoints';
import type { ChangeMeta } from '@holdall/contract/actions';
import type { QueryClient } from '@tanstack/react-query';
import { FolderInput, Pencil, Trash2, Undo2 } from 'lucide-react';
import { call } from '#shared/api/client.ts';
import { ApiError } from '#shared/api/api-error.ts';
import { text } from '#shared/i18n/messages.ts';
import { copyText } from '#shared/lib/copy-text.ts';
import { shortName } from '#shared/lib/short-name.ts';
import { shareAddress } from '#shared/paths/share-address.ts';
import { explainRestriction } from '#shared/session/explain-restriction.ts';
import { showToast } from '#shared/ui/toast.ts';
import { dismissSelected, endSelecting, selectionStore } from '../selection/selection.store.ts';
import { withChanged } from '../selection/selection.ts';
import { isFolder, type Entry } from '../entry.ts';
import { folderRenamed, itemChanged } from '../cache/files.changes.ts';
import { countChanged, folderChanged, listingsChanged } from '../cache/files.events.ts';
import { itemsOf, onlyOf, type Batch } from './batch.ts';
import { change, showFailure, type Touched } from './change.ts';
import { clipboardStore } from './clipboard.store.ts';
import { revertRemoval, removeOptimistically } from './optimistic-removal.ts';
import { openItemPopup } from './item-popup.store.ts';
import { maySkip, noDecisions, wireOf, type MoveDecisions } from './move-decisions.ts';
import {
  failureMessage,
  foldersOf,
  holdsFolders,
  messageOf,
  namedItem,
  recorded,
  type Destination,
} from './recorded-change.tsx';
import { forgetTrashed, undoLast } from './undo.ts';
import { downloadZip } from './zip.ts';

export { copy } from './copy-command.tsx';
export { download } from './download.ts';
export const undo = undoLast;

/** Downloads several items, or a folder, as one archive. */
export const downloadArchive = (client: QueryClient, batch: Batch): Promise<void> =>
  downloadZip(batch).catch(async (error: unknown) => {
    if (!(await explainRestriction(client, error)))
      showFailure(error, failureMessage('failed.download', batch));
  });

/** Copies the link to an item. @param onRefused is called if the browser does not allow it */
export const copyLink = async (batch: Batch, onRefused: () => void): Promise<void> => {
  const { token } = onlyOf(batch)?.relationships.shared?.data.attributes ?? {};
  if (token === undefined) return;
  if (await copyText(shareAddress(token)))
    showToast({ type: 'success', message: text('share.copied_toast') });
  else onRefused();
};

/** Drops deleted items from the selection and the clipboard (specification section 4). */
const forget = (batch: Batch): void => {
  dismissSelected(batch.all ? undefined : batch.entries);
  const left = selectionStore.get();
  if (!left.all && left.entries.size === 0) endSelecting();
  const waiting = clipboardStore.get()?.batch;
  if (
    waiting &&
    (batch.all || waiting.all || waiting.entries.some(({ id }) => batch.entries.some((e) => e.id === id)))
  )
    clipboardStore.set(undefined);
};

const icon = { delete: <Trash2 />, move: <FolderInput />, rename: <Pencil />, restore: <Undo2 /> };

/** Removes items from the listings, sends the change, and announces it once it has succeeded. */
const leave = async (
  client: QueryClient,
  batch: Batch,
  leaving: {
    readonly stay?: boolean;
    /** True if the items go to the trash. */
    readonly trashes?: boolean;
    /** The destination, whose item count rises. */
    readonly to?: Destination;
    readonly send: () => Promise<{ readonly meta: ChangeMeta }>;
    readonly failed: (reason: string) => string;
    readonly onFailure?: (error: unknown) => boolean;
    readonly done: { readonly message: (count: number) => string; readonly icon: keyof typeof icon };
  },
): Promise<void> => {
  const { stay = false, trashes = false, to, send, failed, onFailure, done } = leaving;
  const selected = selectionStore.get();
  const folders = holdsFolders(batch);
  const touches: Touched = { trash: !stay, tree: folders, storage: !stay, favourites: true };
  const out = (): void => {
    removeOptimistically(client, batch, stay);
    if (to) countChanged(client, to.id, (count) => count + batch.count);
  };
  const revert = (): void => {
    revertRemoval(client, batch);
    if (to) countChanged(client, to.id, (count) => count - batch.count);
  };
  await recorded(client, {
    undoing: { revert, reapply: out, touches, ...(trashes && { trashed: batch }) },
    perform: () =>
      change(client, {
        apply: () => {
          out();
          forget(batch);
        },
        revert: () => {
          revert();
          // Items that could not leave are selected again, unless something else has been selected since.
          selectionStore.set((now) => (now.all || now.entries.size > 0 ? now : selected));
        },
        send,
        touches,
        failed,
        ...(onFailure && { onFailure }),
      }),
    done: ({ meta }) => ({ message: done.message(meta.count), icon: icon[done.icon] }),
  });
};

/** Moves items to the trash. */
export const remove = (client: QueryClient, batch: Batch): Promise<void> =>
  leave(client, batch, {
    trashes: true,
    send: () => call(itemEndpoints.removeItems, { body: itemsOf(batch) }),
    failed: failureMessage('failed.delete', batch),
    done: { icon: 'delete', message: messageOf(batch, 'deleted.trash') },
  });

const erasing = (batch: Batch) => {
  const named = itemsOf(batch);
  return 'items' in named
    ? { items: named.items?.map((item) => ({ ...item, force_delete: true })) }
    : { ...named, force_delete: true };
};

/** Deletes items forever. */
export const erase = (client: QueryClient, batch: Batch): Promise<void> =>
  leave(client, batch, {
    send: async () => {
      const answer = await call(itemEndpoints.removeItems, { body: erasing(batch) });
      forgetTrashed(batch);
      return answer;
    },
    failed: failureMessage('failed.delete', batch),
    done: { icon: 'delete', message: messageOf(batch, 'deleted.forever') },
  });

/** Restores items from the trash to their former folders, or to the top of the account. */
export const restore = (client: QueryClient, batch: Batch, toHome: boolean): Promise<void> =>
  leave(client, batch, {
    send: async () => {
      const answer = await call(itemEndpoints.restoreItems, { body: { to_home: toHome, ...itemsOf(batch) } });
      // Files lists folders of the trash as well, with a note.
      for (const { id } of foldersOf(batch)) folderChanged(client, id);
      return answer;
    },
    failed: failureMessage('failed.restore', batch),
    done: { icon: 'restore', message: messageOf(batch, 'restored') },
  });

/** Moves items into a folder; the user decides about taken names. */
export const move = (
  client: QueryClient,
  batch: Batch,
  { to, decisions = noDecisions }: { readonly to: Destination; readonly decisions?: MoveDecisions },
): Promise<void> =>
  leave(client, batch, {
    stay: true,
    to,
    send: async () => {
      const body = { to_id: to.id, ...itemsOf(batch), ...wireOf(decisions) };
      const answer = await call(itemEndpoints.moveItems, { body });
      // Skipped items were hidden with the others.
      if (maySkip(decisions)) listingsChanged(client);
      return answer;
    },
    failed: failureMessage('failed.move', batch),
    onFailure: (error) => {
      const met = error instanceof ApiError ? error.conflicts : undefined;
      if (!met) return false;
      const { items: conflicts, total } = met;
      openItemPopup({ kind: 'conflict', about: { how: 'move', batch, to, conflicts, total, decisions } });
      return true;
    },
    done: { icon: 'move', message: messageOf(batch, 'moved', to.name) },
  });

/** The attributes of an item that can be changed; null removes an emoji or a colour. */
export type Renaming = Partial<Pick<Entry['attributes'], 'name' | 'emoji' | 'color'>>;

const show = (client: QueryClient, entry: Entry): void => {
  itemChanged(client, entry);
  if (isFolder(entry)) folderRenamed(client, entry);
  selectionStore.set((selection) => withChanged(selection, entry.id, () => entry));
};

/**
 * Changes the name, emoji or colour of an item.
 * @param onFailure shows the failure; if it returns false, a toast does.
 */
export const rename = async (
  client: QueryClient,
  entry: Entry,
  { fields, onFailure }: { readonly fields: Renaming; readonly onFailure?: (error: unknown) => boolean },
): Promise<boolean> => {
  const renamed: Entry = { ...entry, attributes: { ...entry.attributes, ...fields } };
  const folder = isFolder(entry);
  const touches: Touched = { trash: false, tree: folder, storage: false, favourites: true };
  let after = renamed;
  const answer = await recorded(client, {
    undoing: { revert: () => show(client, entry), reapply: () => show(client, after), touches },
    perform: () =>
      change(client, {
        apply: () => show(client, renamed),
        revert: () => show(client, entry),
        send: () => call(itemEndpoints.renameItem, { params: { id: entry.id }, body: fields }),
        touches,
        failed: (reason) =>
          fields.name === undefined
            ? text('failed.change', { what: namedItem(entry), reason })
            : text('failed.rename', {
                name: shortName(entry.attributes.name),
                wanted: shortName(fields.name),
                reason,
              }),
        ...(onFailure && { onFailure }),
      }),
    done: ({ data }) => {
      after = data;
      show(client, data);
      const name = shortName(data.attributes.name);
      const message =
        fields.name === undefined ? text('rename.icon_done', { name }) : text('rename.done', { name });
      return { message, icon: icon.rename };
    },
  });
  return answer !== undefined;
};
