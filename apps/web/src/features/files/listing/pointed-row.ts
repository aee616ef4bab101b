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
  /** Where the pointer is on the screen. */
  readonly screenX?: number;
  readonly screenY?: number;
}

let last: readonly [x: number | undefined, y: number | undefined] = [undefined, undefined];

/** Listeners that track the row under the pointer. Rows that scroll by below it are not drawn again for that. */
export const followPointer = {
  onMouseOver: ({ target, screenX, screenY }: Hover): void => {
    clearTimeout(timer);
    const isAtRest = screenX !== undefined && last[0] === screenX && last[1] === screenY;
    last = [screenX, screenY];
    if (isAtRest) timer = setTimeout(() => pointed.set(rowAt(target)), restMs);
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
