import { isEditable } from '#shared/lib/text-file.ts';
import { filesTop } from '#shared/paths/paths.ts';
import { editing, hasPermission } from '#shared/session/permission.ts';
import { isFolder } from '../entry.ts';
import { isFolderSource } from '../listing/listing-source.ts';
import { onlyOf, parentOf, type Batch } from './batch.ts';

/** An action on items. */
export type ItemAction =
  | 'open'
  | 'edit'
  | 'show_in_folder'
  | 'share'
  | 'copy_link'
  | 'guests'
  | 'unshare'
  | 'request'
  | 'favourite'
  | 'rename'
  | 'icon'
  | 'move'
  | 'cut'
  | 'copy'
  | 'copy_to'
  | 'duplicate'
  | 'download'
  | 'versions'
  | 'details'
  | 'select'
  | 'restore'
  | 'restore_home'
  | 'remove'
  | 'erase';

/** An action on a listing. */
export type ListingAction = 'paste' | 'undo' | 'shortcuts' | 'select_all' | 'new_folder' | 'upload';

/** The actions that a screen offers beyond the listing. */
export interface ScreenAbilities {
  readonly canMove: boolean;
  readonly canFavourite: boolean;
  readonly canEdit: boolean;
}

const inTrash: ReadonlySet<ItemAction> = new Set([
  'open',
  'details',
  'select',
  'restore',
  'restore_home',
  'erase',
]);

const changing: ReadonlySet<ItemAction> = new Set([
  'rename',
  'icon',
  'move',
  'cut',
  'copy',
  'copy_to',
  'duplicate',
  'remove',
]);
const ofOwners: ReadonlySet<ItemAction> = new Set([
  'share',
  'request',
  'favourite',
  'erase',
  'restore',
  'restore_home',
]);

/** Reports whether the user may do this at all (specification section 6), and to the shared item itself. */
const isPermitted = (action: ItemAction, batch: Batch): boolean => {
  if (ofOwners.has(action)) return hasPermission('master');
  if (action === 'versions' || action === 'edit') return hasPermission(editing);
  return !changing.has(action) || (hasPermission(editing) && onlyOf(batch)?.id !== (filesTop()?.id ?? ''));
};

/**
 * Reports whether a bar of a listing has the action, whatever the selection. Its buttons stay in place, and are
 * disabled while the selection does not offer them.
 */
export const isInBar = (action: ItemAction, { source, isTrash }: Batch, screen: ScreenAbilities): boolean => {
  if (isTrash !== inTrash.has(action)) return false;
  if (ofOwners.has(action) && !hasPermission('master')) return false;
  if (changing.has(action) && !hasPermission(editing)) return false;
  if (action === 'unshare') return source.kind === 'shared';
  return (action !== 'move' && action !== 'copy_to') || screen.canMove;
};

/**
 * Reports whether an action is offered for these items. An action that only a restriction forbids is offered and
 * explains the refusal.
 */
export const isOffered = (action: ItemAction, batch: Batch, screen: ScreenAbilities): boolean => {
  if (batch.count === 0 || !isPermitted(action, batch)) return false;
  const only = onlyOf(batch);
  const link = only?.relationships.shared?.data.attributes;
  if (batch.isTrash) return inTrash.has(action) && (action !== 'open' || only !== undefined);
  switch (action) {
    case 'restore':
    case 'restore_home':
      return false;
    case 'copy_link':
      return link !== undefined;
    case 'guests':
      return link !== undefined && (link.unseen > 0 || (link.edits ?? link.permission === 'editor'));
    case 'unshare':
      // A listing of links offers the action for several items.
      return (
        batch.source.kind === 'shared' &&
        !batch.all &&
        batch.entries.every(({ relationships }) => relationships.shared !== null)
      );
    case 'show_in_folder':
      // A folder's own listing shows the item already.
      return only !== undefined && !isFolderSource(batch.source);
    case 'open':
    case 'rename':
    case 'select':
      return only !== undefined;
    case 'edit':
      return screen.canEdit && only !== undefined && isEditable(only);
    case 'icon':
    case 'request':
      return only !== undefined && isFolder(only);
    case 'versions':
      return only !== undefined && !isFolder(only);
    case 'favourite':
      return screen.canFavourite && !batch.all;
    case 'move':
    case 'copy_to':
      return screen.canMove;
    case 'duplicate':
      return parentOf(batch) !== undefined;
    case 'share':
    case 'cut':
    case 'copy':
    case 'download':
    case 'details':
    case 'remove':
    case 'erase':
      return true;
  }
};
