import { createStore, useStore } from '#shared/lib/store.ts';

/** The element id of the row under the pointer. */
const pointed = createStore<string | undefined>(undefined);

/** Listeners that track the row under the pointer. */
export const followPointer = {
  onMouseOver: ({ target }: { readonly target: EventTarget }): void =>
    pointed.set(target instanceof Element ? target.closest('[data-index]')?.id : undefined),
  onMouseLeave: (): void => pointed.set(undefined),
};

/**
 * Reports whether the pointer is over the row with this element id. Only the rows that it enters and leaves are drawn
 * again.
 */
export const useIsPointed = (id: string): boolean => useStore(pointed, (current) => current === id);
