import { createStore } from '#shared/lib/store.ts';
import type { Entry } from '../entry.ts';
import { nothing, without, type Selection } from './selection.ts';

/** The selection in the current listing. */
export const selectionStore = createStore<Selection>(nothing);

/** True while presses add to the selection, one by one. */
export const multiSelect = createStore(false);

/** True if the selection was ticked, rather than made by a plain press. */
export const ticked = createStore(false);

export const hasSelection = (): boolean => {
  const selection = selectionStore.get();
  return selection.all || selection.entries.size > 0;
};

export const clearSelection = (): void => {
  selectionStore.set(nothing);
  ticked.set(false);
};

/** Leaves multi-select mode and clears the selection. */
export const endSelecting = (): void => {
  multiSelect.set(false);
  clearSelection();
};

/** Toggles multi-select mode and clears the selection (specification section 4). */
export const toggleMultiSelect = (): void => {
  clearSelection();
  multiSelect.set((on) => !on);
};

/** Unselects deleted entries; without them, all. */
export const dismissSelected = (entries?: readonly Entry[]): void => {
  if (!entries) return clearSelection();
  selectionStore.set((selection) => without(selection, entries));
};
