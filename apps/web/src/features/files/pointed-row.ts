import { createStore, useStore } from '#shared/lib/store.ts';

/** The element's id of the row under the pointer. */
const pointed = createStore<string | undefined>(undefined);

/** What a listing hears of the pointer: over which of its rows it is. */
export const followPointer = {
  onMouseOver: ({ target }: { readonly target: EventTarget }): void =>
    pointed.set(target instanceof Element ? target.closest('[data-index]')?.id : undefined),
  onMouseLeave: (): void => pointed.set(undefined),
};

/** Whether the pointer is over a row, by its element's id; only the rows that it comes to and leaves are drawn anew. */
export const useIsPointed = (id: string): boolean => useStore(pointed, (current) => current === id);
