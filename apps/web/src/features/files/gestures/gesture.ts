import type { ItemActions } from '../actions/item-actions.ts';
import type { Entry } from '../entry.ts';
import type { ListingLayout } from '../listing/listing-layout.ts';
import type { SelectionActions } from '../selection/use-selection.ts';

/** The parts of a listing that a gesture needs. */
export interface GestureContext {
  readonly scroller: HTMLElement;
  readonly layout: ListingLayout;
  readonly total: number;
  readonly selection: SelectionActions;
  readonly actions: ItemActions;
}

/** A press of the pointer. */
export interface Press {
  readonly x: number;
  readonly y: number;
  /** The pressed entry; undefined for empty space. */
  readonly entry: Entry | undefined;
  readonly index: number;
  /** The element of the entry. */
  readonly element: HTMLElement | undefined;
  /** True with Ctrl or Cmd. */
  readonly adds: boolean;
  readonly extends: boolean;
  readonly pointerId: number;
}

/** Pixels that a pointer moves before a press becomes a drag. */
export const dragThreshold = 6;

export const isFar = (press: Pick<Press, 'x' | 'y'>, { clientX: x, clientY: y }: PointerEvent): boolean =>
  Math.hypot(x - press.x, y - press.y) >= dragThreshold;

/** Suppresses the click event that follows a gesture. */
export const swallowClick = (): void => {
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', swallow, { capture: true, once: true });
  // A pointer released over another element fires no click.
  setTimeout(() => removeEventListener('click', swallow, { capture: true }));
};

interface Following {
  readonly onMove: (event: PointerEvent) => void;
  /** @param event absent if the gesture was cancelled, such as by Escape. */
  readonly onEnd: (event: PointerEvent | undefined) => void;
}

/** Follows the pointer of a press until it is released. @returns a function that cancels it without an end. */
export const followPointer = (
  { pointerId }: Pick<Press, 'pointerId'>,
  { onMove, onEnd }: Following,
): (() => void) => {
  const controller = new AbortController();
  const { signal } = controller;
  const end = (event?: PointerEvent): void => {
    if (signal.aborted) return;
    controller.abort();
    onEnd(event);
  };
  const own = (act: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerId === pointerId) act(event);
  };
  addEventListener(
    'pointermove',
    own((event) => {
      // The button was released outside the window.
      if (event.pointerType === 'mouse' && event.buttons === 0) end();
      else onMove(event);
    }),
    { signal },
  );
  addEventListener('pointerup', own(end), { signal });
  addEventListener(
    'pointercancel',
    own(() => end()),
    { signal },
  );
  addEventListener('blur', () => end(), { signal });
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      // Escape ends the gesture and nothing else.
      event.preventDefault();
      event.stopPropagation();
      end();
    },
    { signal, capture: true },
  );
  return () => controller.abort();
};
