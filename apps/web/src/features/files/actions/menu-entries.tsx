import {
  ClipboardPaste,
  Copy,
  CopyPlus,
  Download,
  FileClock,
  FolderInput,
  FolderOpen,
  FilePlus,
  FolderPlus,
  FolderSearch,
  History,
  Inbox,
  Info,
  Link2,
  Link2Off,
  ListChecks,
  Pencil,
  RotateCcw,
  Share2,
  Smile,
  SquarePen,
  Star,
  StarOff,
  Trash2,
  Undo2,
  Upload,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { TextKey } from '#shared/i18n/messages.ts';
import type { MenuItem } from '#shared/ui/menu-list.tsx';
import { text } from '#shared/i18n/messages.ts';
import { deleteKey } from '#shared/lib/delete-key.ts';
import { sortFieldsOf } from '../listing/sorting.ts';
import { isOffered, type ItemAction } from './action-names.ts';
import { onlyOf, type Batch } from './batch.ts';
import { clipboardStore } from './clipboard.store.ts';
import { abilitiesOf, destinationOf, type ItemActions } from './item-actions.ts';

interface EntryOfMenu {
  readonly action: ItemAction;
  readonly label: TextKey;
  readonly icon: ReactNode;
  readonly shortcut?: string;
  readonly danger?: boolean;
}

/** The entries of an item's menu, in groups that are divided by lines (design: context menu). */
const groups: readonly (readonly EntryOfMenu[])[] = [
  [
    { action: 'open', label: 'actions.open', icon: <FolderOpen />, shortcut: 'Enter' },
    { action: 'edit', label: 'actions.edit', icon: <SquarePen /> },
    { action: 'show_in_folder', label: 'actions.show_in_folder', icon: <FolderSearch /> },
  ],
  [
    { action: 'share', label: 'share.menu', icon: <Share2 /> },
    { action: 'copy_link', label: 'share.copy', icon: <Link2 /> },
    { action: 'guests', label: 'guests.title', icon: <History /> },
    { action: 'unshare', label: 'share.stop', icon: <Link2Off /> },
    { action: 'request', label: 'requests.menu', icon: <Inbox /> },
  ],
  [{ action: 'favourite', label: 'actions.favourite_add', icon: <Star /> }],
  [
    { action: 'rename', label: 'actions.rename', icon: <Pencil />, shortcut: 'F2' },
    { action: 'icon', label: 'actions.icon', icon: <Smile /> },
    { action: 'move', label: 'actions.move_to', icon: <FolderInput /> },
    { action: 'copy_to', label: 'actions.copy_to', icon: <Copy /> },
    { action: 'duplicate', label: 'actions.duplicate', icon: <CopyPlus /> },
    { action: 'download', label: 'files.download', icon: <Download />, shortcut: 'Mod+S' },
  ],
  [
    { action: 'restore', label: 'actions.restore', icon: <Undo2 /> },
    { action: 'restore_home', label: 'actions.restore_home', icon: <RotateCcw /> },
  ],
  [
    { action: 'versions', label: 'versions.menu', icon: <FileClock /> },
    { action: 'details', label: 'files.details', icon: <Info />, shortcut: 'Alt+Enter' },
  ],
  [{ action: 'remove', label: 'actions.delete', icon: <Trash2 />, shortcut: deleteKey, danger: true }],
];
const trashEnd: EntryOfMenu = {
  action: 'erase',
  label: 'actions.delete_forever',
  icon: <Trash2 />,
  shortcut: deleteKey,
  danger: true,
};

/** Actions that belong to the group before them. */
const undivided: ReadonlySet<ItemAction> = new Set(['versions', 'details', 'favourite']);

const areFavourites = (batch: Batch, { host }: ItemActions): boolean => {
  const { favourites } = host();
  return !batch.all && favourites !== undefined && batch.entries.every(({ id }) => favourites.has(id));
};

/** Returns the menu of one or several items. */
export const itemMenu = (actions: ItemActions, batch: Batch): MenuItem[] => {
  const screen = abilitiesOf(actions.host());
  const isFavourite = areFavourites(batch, actions);
  const { root } = actions.host().listing;
  // The current folder is open already.
  const isOpen = root !== null && onlyOf(batch)?.id === root.id;
  const shown = [...groups, [trashEnd]]
    .map((group) =>
      group.filter(
        ({ action }) =>
          isOffered(action, batch, screen) &&
          (action !== 'erase' || batch.isTrash) &&
          (action !== 'open' || !isOpen),
      ),
    )
    .filter((group) => group.length > 0);
  return shown.flatMap((group, number) =>
    group.map(({ action, label, icon, shortcut, danger }, at): MenuItem => {
      const takesAway = action === 'favourite' && isFavourite;
      return {
        id: action,
        label: text(takesAway ? 'actions.favourite_remove' : label),
        icon: takesAway ? <StarOff /> : icon,
        divided: number > 0 && at === 0 && !undivided.has(action),
        ...(shortcut !== undefined && { shortcut }),
        ...(danger !== undefined && { danger }),
        onSelect: () => actions.run(action, batch),
      };
    }),
  );
};

/** Returns the menu of the listing itself, which its empty area opens. */
export const listingMenu = (actions: ItemActions): MenuItem[] => {
  const host = actions.host();
  const { onNewFolder, onNewText, onUpload, listing, onSort } = host;
  const { source, sorting } = listing.ref;
  const adds: MenuItem[] = [];
  const add = (item: MenuItem | false): void => {
    if (item) adds.push(item);
  };
  add(
    onNewFolder !== undefined && {
      id: 'new_folder',
      label: text('files.new_folder'),
      icon: <FolderPlus />,
      onSelect: () => actions.runListing('new_folder'),
    },
  );
  add(
    onNewText !== undefined && {
      id: 'new_text',
      label: text('new_text.title'),
      icon: <FilePlus />,
      onSelect: onNewText,
    },
  );
  add(
    onUpload !== undefined && {
      id: 'upload',
      label: text('files.upload_files'),
      icon: <Upload />,
      onSelect: () => actions.runListing('upload'),
    },
  );
  add(
    clipboardStore.get() !== undefined &&
      destinationOf(host) !== undefined && {
        id: 'paste',
        label: text('actions.paste'),
        icon: <ClipboardPaste />,
        shortcut: 'Mod+V',
        onSelect: () => actions.runListing('paste'),
      },
  );
  const hasRows = (listing.meta?.total ?? 0) > 0;
  add(
    hasRows && {
      id: 'select_all',
      label: text('files.select_all'),
      icon: <ListChecks />,
      shortcut: 'Mod+A',
      divided: adds.length > 0,
      onSelect: () => actions.runListing('select_all'),
    },
  );
  if (hasRows)
    for (const [at, field] of sortFieldsOf(source).entries())
      add({
        id: field,
        label: text('files.sort.by', { field: text(`files.sort.${field}`) }),
        icon: <span className="menu-gap" />,
        checked: sorting.field === field,
        divided: at === 0,
        onSelect: () => onSort(field),
      });
  return adds;
};
