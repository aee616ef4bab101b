import { collectionItemsMax } from '@holdall/contract/link-limits';
import type { TrashSortField } from '@holdall/contract/page';
import type { QueryClient } from '@tanstack/react-query';
import { text } from '#shared/i18n/messages.ts';
import { paths } from '#shared/paths/paths.ts';
import { copyText } from '#shared/lib/copy-text.ts';
import { media } from '#shared/lib/use-media.ts';
import { navigate } from '#shared/router/location.ts';
import { editing, hasPermission } from '#shared/session/permission.ts';
import { mayDownload, type DownloadPermission } from '#shared/session/restrictions.ts';
import { openAlert } from '#shared/ui/alert.ts';
import { showToast } from '#shared/ui/toast.ts';
import type { DropPlace } from '#shared/ui/drop-targets.ts';
import type { MenuAnchor } from '#shared/ui/menu-place.ts';
import { isFolder, type Entry } from '../entry.ts';
import { folderSource, pathOf, sourceName, targetOf } from '../listing/listing-source.ts';
import { isSelected, selectionOf } from '../selection/selection.ts';
import { clearSelection, multiSelect, selectionStore } from '../selection/selection.store.ts';
import type { Listing } from '../listing/use-listing.ts';
import { isOffered, type ItemAction, type ListingAction, type ScreenAbilities } from './action-names.ts';
import { batchFor, onlyOf, parentOf, type Batch, type Chosen } from './batch.ts';
import { clipboardStore, type Clipboard } from './clipboard.store.ts';
import { openItemPopup, renaming } from './item-popup.store.ts';
import { command } from './load-commands.ts';

/** A request about links; `refused`: the browser did not copy a link, so that the user copies it by hand. */
export type SharingRequest = 'share' | 'refused' | 'guests' | 'unshare';

/** The functions that the screen of a listing provides for actions on its items. */
export interface ItemHost {
  readonly listing: Listing;
  readonly title: string;
  readonly permission: DownloadPermission;
  /** Opens a folder, or previews a file. */
  readonly onOpen: (entry: Entry) => void;
  /** Opens a text in the editor; undefined where nothing is edited. */
  readonly onEdit?: ((file: Entry) => void) | undefined;
  /** Shows the details of the selection. */
  readonly onDetails: () => void;
  /** Shows the earlier versions of the selected file. */
  readonly onVersions?: (file: Entry) => void;
  /** Leaves the current folder, which is gone. */
  readonly onGone: () => void;
  readonly onSelectAll: () => void;
  readonly onSort: (field: TrashSortField) => void;
  /** Asks for a folder and moves or copies items there; undefined where that is not offered in a popup. */
  readonly onChooseFolder?: ((batch: Batch, how: 'move' | 'copy') => void) | undefined;
  readonly favourites?: FavouriteActions | undefined;
  /** Opens a view about links to items: the popup of one, guest activity, the end of several. */
  readonly onShare?: (about: SharingRequest, entries: readonly Entry[]) => void;
  /** Shares several items by one link. */
  readonly onShareSeveral?: (batch: Batch) => void;
  /** Creates a file request for a folder. */
  readonly onRequest?: (folder: { readonly id: string; readonly name: string }) => void;
  readonly onNewFolder?: (() => void) | undefined;
  readonly onNewText?: (() => void) | undefined;
  readonly onUpload?: (() => void) | undefined;
}

/** The items in the user's favourites. */
export interface FavouriteActions {
  readonly has: (id: string) => boolean;
  readonly add: (entries: readonly Entry[]) => void;
  readonly remove: (entries: readonly Entry[]) => void;
}

/** Actions on a listing's items. They remain the same object as long as the screen is mounted. */
export interface ItemActions {
  readonly host: () => ItemHost;
  /** Returns the target of an action on this entry: the whole selection if the entry is selected. */
  readonly batch: (entry?: Entry) => Batch;
  /** Runs the action if it is offered. @returns true if it is. */
  readonly run: (action: ItemAction, batch: Batch) => boolean;
  /** Moves items to the trash; items in the trash are deleted forever after a confirmation. */
  readonly runDelete: (batch: Batch) => boolean;
  /** Deletes the confirmed items forever. */
  readonly erase: (batch: Batch) => void;
  readonly runListing: (action: ListingAction) => boolean;
  /** Runs the action of dropping items on a target. @param copies true to copy them into a folder */
  readonly drop: (batch: Batch, place: DropPlace, copies: boolean) => void;
  /** @param beside actions that the opener has buttons for, so that the menu omits them */
  readonly openMenu: (at: MenuAnchor, entry?: Entry, beside?: ReadonlySet<string>) => void;
}

const chosenIn = ({ listing }: ItemHost): Chosen => ({
  selection: selectionStore.get(),
  source: listing.ref.source,
  meta: listing.meta,
});

const downloadBatch = (client: QueryClient, batch: Batch, { permission }: ItemHost): void => {
  const only = onlyOf(batch);
  if (only && !isFolder(only)) void command(({ download }) => download(only, permission));
  else if (mayDownload(permission)) void command((commands) => commands.downloadArchive(client, batch));
};

/** Reports whether one link can hold so many items; an alert explains a refusal. */
const fitsCollection = ({ count }: Batch): boolean => {
  const fits = count <= collectionItemsMax;
  if (!fits)
    openAlert({
      title: text('collection.too_many_title'),
      message: text('collection.too_many_text', { limit: collectionItemsMax }),
    });
  return fits;
};

/** The most names that the clipboard of the device takes over. */
const maxNames = 100;

/** Keeps items to be pasted. Their names replace what the device's clipboard holds, which would be pasted instead. */
const hold = (clipboard: Clipboard): void => {
  clipboardStore.set(clipboard);
  const { batch } = clipboard;
  const names = batch.all ? [] : batch.entries.slice(0, maxNames).map(({ attributes }) => attributes.name);
  void copyText(names.join('\n'));
};

const toggleFavourites = (batch: Batch, { favourites }: ItemHost): void => {
  if (!favourites || batch.all) return;
  const areAll = batch.entries.every(({ id }) => favourites.has(id));
  if (areAll) favourites.remove(batch.entries);
  else favourites.add(batch.entries.filter(({ id }) => !favourites.has(id)));
};

/** Returns the actions that a screen offers. */
export const abilitiesOf = ({ onChooseFolder, favourites, onEdit }: ItemHost): ScreenAbilities => ({
  canMove: onChooseFolder !== undefined,
  canFavourite: favourites !== undefined,
  canEdit: onEdit !== undefined,
});

/** Returns the folder that a listing can take items into; undefined for listings that are no folder. */
export const destinationOf = ({ listing, title }: ItemHost) => {
  const id = listing.meta?.trashed === true ? undefined : targetOf(listing.ref.source);
  return id === undefined ? undefined : { id, name: title };
};

export const createItemActions = (client: QueryClient, host: () => ItemHost): ItemActions => {
  const isShown = (entry: Entry | undefined): boolean =>
    entry !== undefined && entry.id === host().listing.root?.id;
  /** Selects the one item that is about to be shown or renamed, unless it is the current folder. */
  const select = (entry: Entry | undefined): void => {
    if (entry && !isShown(entry) && !isSelected(selectionStore.get(), entry.id))
      selectionStore.set(selectionOf([entry]));
  };

  /** Leaves the current folder if the batch is that folder (specification section 4). */
  const leaveShown = (batch: Batch): void => {
    if (isShown(onlyOf(batch))) host().onGone();
  };
  const restore = (batch: Batch, toHome: boolean): void => {
    // Files still lists a restored folder.
    if (host().listing.ref.source.kind === 'trash') leaveShown(batch);
    void command((commands) => commands.restore(client, batch, toHome));
  };

  const ask = (about: SharingRequest, batch: Batch): void => {
    if (!batch.all) host().onShare?.(about, batch.entries);
  };

  const doIt: { readonly [Action in ItemAction]: (batch: Batch, only: Entry | undefined) => void } = {
    open: ({ isTrash }, only) => {
      // Opening a folder of the trash shows it in Files (specification section 2).
      if (only && isTrash && isFolder(only)) navigate(pathOf(folderSource(only.id)));
      else if (only) host().onOpen(only);
    },
    edit: (_batch, only) => only && host().onEdit?.(only),
    show_in_folder: (_batch, only) => {
      if (only) navigate(paths.files(only.attributes.parent_id, { select: only.id }));
    },
    share: (batch, only) => {
      if (only) ask('share', batch);
      else if (fitsCollection(batch)) host().onShareSeveral?.(batch);
    },
    copy_link: (batch) => void command(({ copyLink }) => copyLink(batch, () => ask('refused', batch))),
    guests: (batch) => ask('guests', batch),
    unshare: (batch) => ask('unshare', batch),
    request: (_batch, only) => only && host().onRequest?.({ id: only.id, name: only.attributes.name }),
    favourite: (batch) => toggleFavourites(batch, host()),
    rename: (_batch, only) => {
      if (!only) return;
      if (matchMedia(media.phone).matches || isShown(only)) {
        openItemPopup({ kind: 'rename', entry: only });
        return;
      }
      select(only);
      renaming.set(only.id);
    },
    icon: (_batch, only) => only && openItemPopup({ kind: 'icon', entry: only }),
    move: (batch) => host().onChooseFolder?.(batch, 'move'),
    copy_to: (batch) => host().onChooseFolder?.(batch, 'copy'),
    duplicate: (batch) => {
      const id = parentOf(batch);
      if (id !== undefined) void command(({ copy }) => copy(client, batch, { to: { id, name: '' } }));
    },
    cut: (batch) => {
      hold({ batch, isCut: true });
      showToast({ type: 'success', message: text('cut.done', { count: batch.count }) });
    },
    copy: (batch) => {
      hold({ batch, isCut: false });
      showToast({ type: 'success', message: text('copy.done', { count: batch.count }) });
    },
    download: (batch) => downloadBatch(client, batch, host()),
    versions: (_batch, only) => {
      select(only);
      if (only) host().onVersions?.(only);
    },
    details: (_batch, only) => {
      select(only);
      host().onDetails();
    },
    select: (_batch, only) => {
      clearSelection();
      multiSelect.set(true);
      select(only);
    },
    restore: (batch) => restore(batch, false),
    restore_home: (batch) => restore(batch, true),
    remove: (batch) => {
      leaveShown(batch);
      void command((commands) => commands.remove(client, batch));
    },
    erase: (batch) => openItemPopup({ kind: 'erase', batch }),
  };

  const paste = (): boolean => {
    const held = clipboardStore.get();
    const to = destinationOf(host());
    if (!held || !to) return false;
    const { batch, isCut } = held;
    if (!isCut) {
      // Copied items can be pasted again.
      void command((commands) => commands.copy(client, batch, { to }));
      return true;
    }
    clipboardStore.set(undefined);
    // Items pasted where they were cut are already there.
    if (sourceName(batch.source) !== sourceName(host().listing.ref.source))
      void command((commands) => commands.move(client, batch, { to }));
    return true;
  };

  const call = (act: (() => void) | undefined): boolean => {
    act?.();
    return act !== undefined;
  };

  const run = (action: ItemAction, batch: Batch): boolean => {
    const offered = isOffered(action, batch, abilitiesOf(host()));
    if (offered) doIt[action](batch, onlyOf(batch));
    return offered;
  };

  return {
    host,
    batch: (entry) => batchFor(chosenIn(host()), entry),
    run,
    runDelete: (batch) => run(batch.isTrash ? 'erase' : 'remove', batch),
    erase: (batch) => {
      leaveShown(batch);
      void command((commands) => commands.erase(client, batch));
    },
    runListing: (action) => {
      switch (action) {
        case 'paste':
          return paste();
        case 'undo':
          return call(hasPermission(editing) ? () => void command(({ undo }) => undo(client)) : undefined);
        case 'shortcuts':
          openItemPopup({ kind: 'shortcuts' });
          return true;
        case 'select_all':
          return call(host().onSelectAll);
        case 'new_folder':
          return call(host().onNewFolder);
        case 'upload':
          return call(host().onUpload);
      }
    },
    drop: (batch, place, copies) => {
      if (place.kind === 'trash') doIt.remove(batch, undefined);
      else if (place.kind === 'folder')
        void command((commands) => commands[copies ? 'copy' : 'move'](client, batch, { to: place }));
      else if (!batch.all) host().favourites?.add(batch.entries);
    },
    openMenu: (at, entry, beside) =>
      openItemPopup({ kind: 'menu', entry, batch: batchFor(chosenIn(host()), entry), at, beside }),
  };
};
