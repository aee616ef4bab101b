import type { MenuAnchor } from '#shared/ui/menu-place.ts';
import type { ItemAction } from '../actions/action-names.ts';
import type { ItemActions } from '../actions/item-actions.ts';
import { clipboardStore } from '../actions/clipboard.store.ts';
import type { Entry } from '../entry.ts';
import { endSelecting, hasSelection, multiSelect } from '../selection/selection.store.ts';

interface KeyboardTarget {
  readonly actions: ItemActions;
  /** The active entry. */
  readonly entry: Entry | undefined;
  /** Returns the box of the active entry. */
  readonly box: () => MenuAnchor | undefined;
}

/** Returns the actions of a listing's keys, on the selection or else on the active entry. */
export const keyboardActions = ({ actions, entry, box }: KeyboardTarget) => ({
  act: (action: ItemAction | 'delete'): boolean => {
    const batch = actions.batch(hasSelection() ? undefined : entry);
    return action === 'delete' ? actions.runDelete(batch) : actions.run(action, batch);
  },
  openMenu: (): void => {
    const at = box() ?? document.querySelector('h1')?.getBoundingClientRect();
    if (at) actions.openMenu(at, entry);
  },
  escape: (): boolean => {
    if (hasSelection() || multiSelect.get()) {
      endSelecting();
      return true;
    }
    const wasHeld = clipboardStore.get() !== undefined;
    clipboardStore.set(undefined);
    return wasHeld;
  },
});
