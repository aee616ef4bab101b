import { createStore, useStore } from '#shared/lib/store.ts';

/** The element id of the row under the pointer. */
const pointed = createStore<string | undefined>(undefined);

/** Milliseconds after which a listing that scrolled below a pointer at rest is taken to rest, too. */
const restMs = 100;
let timer: ReturnType<typeof setTimeout> | undefined;

const rowAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest('[data-index]')?.id : undefined;

interface Hover {
  readonly target: EventTarget;
  readonly movementX?: number;
  readonly movementY?: number;
}

/** Listeners that track the row under the pointer. Rows that scroll by below it are not drawn again for that. */
export const followPointer = {
  onMouseOver: ({ target, movementX, movementY }: Hover): void => {
    clearTimeout(timer);
    if (movementX === 0 && movementY === 0) timer = setTimeout(() => pointed.set(rowAt(target)), restMs);
    else pointed.set(rowAt(target));
  },
  onMouseLeave: (): void => {
    clearTimeout(timer);
    pointed.set(undefined);
  },
};

/**
 * Reports whether the pointer is over the row with this element id. Only the rows that it enters and leaves are drawn
 * again.
 */
export const useIsPointed = (id: string): boolean => useStore(pointed, (current) => current === id);
