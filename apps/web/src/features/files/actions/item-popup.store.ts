import { createStore } from '#shared/lib/store.ts';
import { onSessionEnd } from '#shared/session/session.ts';
import type { MenuAnchor } from '#shared/ui/menu-place.ts';
import type { Entry } from '../entry.ts';
import type { MoveConflict } from '@holdall/contract/error-codes';
import type { Batch } from './batch.ts';
import type { MoveDecisions } from './move-decisions.ts';

/** Items whose names are taken in their destination. */
export interface MoveConflicts {
  readonly how: 'move' | 'copy';
  readonly batch: Batch;
  readonly to: { readonly id: string | null; readonly name: string };
  /** The first conflicts. */
  readonly conflicts: readonly MoveConflict[];
  readonly total: number;
  /** Earlier decisions. */
  readonly decisions: MoveDecisions;
}

/** The menu or popup about items that is open. */
export type ItemPopup =
  /** Without an entry: the menu of the listing itself. */
  | {
      readonly kind: 'menu';
      readonly entry: Entry | undefined;
      readonly batch: Batch;
      readonly at: MenuAnchor;
      /** Actions that have a button beside the menu, so that the menu omits them. */
      readonly beside?: ReadonlySet<string> | undefined;
    }
  | { readonly kind: 'rename' | 'icon'; readonly entry: Entry }
  | { readonly kind: 'erase'; readonly batch: Batch }
  | { readonly kind: 'conflict'; readonly about: MoveConflicts }
  | { readonly kind: 'shortcuts' };

/** The open menu or popup. */
export const itemPopup = createStore<ItemPopup | undefined>(undefined);
onSessionEnd(() => itemPopup.set(undefined));

export const openItemPopup = (popup: ItemPopup): void => itemPopup.set(popup);
export const closeItemPopup = (): void => itemPopup.set(undefined);

/** The id of the item that is being renamed in its row. */
export const renaming = createStore<string | undefined>(undefined);
onSessionEnd(() => renaming.set(undefined));
