import { isFolder } from '../entry.ts';
import { onlyOf, type Batch } from './batch.ts';

/** What can be done with items. */
export type ItemAction =
  | 'open'
  | 'favourite'
  | 'rename'
  | 'icon'
  | 'move'
  | 'cut'
  | 'download'
  | 'details'
  | 'select'
  | 'restore'
  | 'restore_home'
  | 'remove'
  | 'erase';

/** What can be done with a listing. */
export type ListingAction = 'paste' | 'undo' | 'shortcuts' | 'select_all' | 'new_folder' | 'upload';

/** What a screen offers beyond the listing. */
export interface ScreenAbilities {
  readonly canMove: boolean;
  readonly canFavourite: boolean;
}

const inTrash: ReadonlySet<ItemAction> = new Set([
  'open',
  'details',
  'select',
  'restore',
  'restore_home',
  'erase',
]);

/** Whether an action is offered for these items at all; what only a restriction forbids is offered, and says so. */
export const isOffered = (action: ItemAction, batch: Batch, screen: ScreenAbilities): boolean => {
  if (batch.count === 0) return false;
  const only = onlyOf(batch);
  if (batch.isTrash) return inTrash.has(action) && (action !== 'open' || only !== undefined);
  switch (action) {
    case 'restore':
    case 'restore_home':
      return false;
    case 'open':
    case 'rename':
    case 'select':
      return only !== undefined;
    case 'icon':
      return only !== undefined && isFolder(only);
    case 'favourite':
      return screen.canFavourite && !batch.all && batch.entries.every((entry) => isFolder(entry));
    case 'move':
      return screen.canMove;
    case 'cut':
    case 'download':
    case 'details':
    case 'remove':
    case 'erase':
      return true;
  }
};
