import { createStore } from '#shared/lib/store.ts';
import { nothing, type Selection } from './selection.ts';

/** What is selected in the folder that is shown. */
export const selectionStore = createStore<Selection>(nothing);

export const clearSelection = (): void => selectionStore.set(nothing);
