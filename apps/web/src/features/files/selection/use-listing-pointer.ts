import { useRef, type MouseEvent, type PointerEvent as ReactPointerEvent } from 'react';
import { media } from '#shared/lib/use-media.ts';
import { pointAnchor } from '#shared/ui/menu-place.ts';
import type { ItemAction } from '../actions/action-names.ts';
import type { ItemActions } from '../actions/item-actions.ts';
import { itemPopup } from '../actions/item-popup.store.ts';
import type { GestureContext } from '../gestures/gesture.ts';
import { startGesture } from '../gestures/load.ts';
import { isSelected } from './selection.ts';
import { hasSelection, multiSelect, selectionStore } from './selection.store.ts';
import { useLongPress } from '#shared/lib/use-long-press.ts';
import type { Listing } from '../listing/use-listing.ts';
import type { SelectionActions } from './use-selection.ts';

/** In right-to-left layouts the scroll bar is at the left. */
const isOnScrollBar = (element: Element, x: number): boolean => {
  const start = element.getBoundingClientRect().left + element.clientLeft;
  return x < start || x >= start + element.clientWidth;
};

interface ListingPointer {
  readonly listing: Listing;
  readonly selection: SelectionActions;
  readonly actions: ItemActions;
  /** Makes an entry active and focuses the listing. */
  readonly take: (index: number) => void;
  readonly open: (index: number) => void;
  /** Returns the elements that dragging and the marquee need; undefined before the listing is measured. */
  readonly gesture: () => Pick<GestureContext, 'scroller' | 'layout' | 'total'> | undefined;
}

/** A press: the entry's element and index, and the action if it was on a control. */
interface Pressed {
  readonly element: HTMLElement;
  readonly index: number;
  readonly action: string | undefined;
}

const pressed = (target: EventTarget | null): Pressed | undefined => {
  if (!(target instanceof Element)) return undefined;
  const element = target.closest<HTMLElement>('[data-index]');
  if (!element) return undefined;
  return {
    element,
    index: Number(element.dataset['index']),
    action: target.closest<HTMLElement>('[data-action]')?.dataset['action'],
  };
};

/** Reports whether the press came from a finger: it opens, where a mouse selects. */
const isTouch = ({ nativeEvent }: MouseEvent): boolean =>
  nativeEvent instanceof PointerEvent && nativeEvent.pointerType !== ''
    ? nativeEvent.pointerType === 'touch'
    : matchMedia(media.touch).matches;

/** Actions that have a button in the row itself. */
const rowActions: ReadonlySet<string | undefined> = new Set<ItemAction>([
  'share',
  'copy_link',
  'guests',
  'unshare',
  'download',
  'restore',
]);

/**
 * Handles presses on a listing's entries: select, open, tick, menu, drag. A press on a folder's name follows its link;
 * the second press of a double click then hits the next folder's listing and is ignored.
 */
export const useListingPointer = (pointer: ListingPointer) => {
  const { listing, selection, actions, take, open } = pointer;
  /** The entry that the first press of a double click hit. */
  const met = useRef<string>(undefined);
  const isMet = (index: number): boolean => listing.entryAt(index)?.id === met.current;

  const longPress = useLongPress((target) => {
    const press = pressed(target);
    const entry = press && listing.entryAt(press.index);
    if (!press || !entry) return;
    multiSelect.set(true);
    take(press.index);
    selection.select(press.index, entry, 'toggle');
  });

  /** Runs the action of a control in the row. @returns true if one was pressed. */
  const acted = ({ element, index, action }: Pressed, target: EventTarget): boolean => {
    const entry = listing.entryAt(index);
    if (action === undefined || action === 'toggle' || !entry) return false;
    const control = target instanceof Element ? target.closest('[data-action]') : null;
    if (action === 'menu') actions.openMenu((control ?? element).getBoundingClientRect(), entry);
    else if (rowActions.has(action)) {
      // The row and its button may be removed: the listing takes the focus.
      element.closest<HTMLElement>('[role=grid]')?.focus({ preventScroll: true });
      actions.run(action as ItemAction, actions.batch(entry));
    }
    return true;
  };

  return {
    onClick: (event: MouseEvent): void => {
      const press = pressed(event.target);
      if (!press || event.defaultPrevented) return;
      const { index, action } = press;
      const entry = listing.entryAt(index);
      const isFirst = event.detail <= 1;
      if (isFirst) met.current = entry?.id;
      else if (!isMet(index)) return;
      if (isFirst && acted(press, event.target)) return;
      if (action !== undefined && action !== 'toggle') return;
      take(index);
      const control = event.ctrlKey || event.metaKey;
      const ticks = action === 'toggle' || (multiSelect.get() && !event.shiftKey);
      // On a folder's name the browser would open a new window.
      if (control || event.shiftKey) event.preventDefault();
      // A finger opens the pressed entry and leaves the selection alone.
      if (isTouch(event) && !ticks && !control && !event.shiftKey) return open(index);
      // The second press of a double click would undo the tick of the first one.
      if (ticks && !isFirst && action === undefined) return;
      if (event.shiftKey) selection.select(index, entry, control ? 'add-range' : 'range');
      else selection.select(index, entry, control || ticks ? 'toggle' : 'only');
    },
    onDoubleClick: (event: MouseEvent): void => {
      const press = pressed(event.target);
      if (!press || press.action !== undefined || event.defaultPrevented || multiSelect.get()) return;
      if (!isTouch(event) && isMet(press.index)) open(press.index);
    },
    onContextMenu: (event: MouseEvent): void => {
      if (event.target instanceof Element && event.target.closest('input:not([type=checkbox])')) return;
      event.preventDefault();
      // A long press has selected the entry; a key has opened the menu already.
      if (isTouch(event) || itemPopup.get()) return;
      const press = pressed(event.target);
      const entry = press && listing.entryAt(press.index);
      if (press && entry) {
        take(press.index);
        // The target of a menu must also be the selection.
        if (hasSelection() && !isSelected(selectionStore.get(), entry.id))
          selection.select(press.index, entry, 'only');
      }
      actions.openMenu(pointAnchor(event.clientX, event.clientY), entry);
    },
    onPointerDown: (event: ReactPointerEvent): void => {
      const { target, currentTarget, pointerType, pointerId, clientX: x, clientY: y } = event;
      if (pointerType === 'touch') return longPress(event.nativeEvent);
      if (event.button !== 0 || !(target instanceof Element)) return;
      const press = pressed(target);
      const context = pointer.gesture();
      // Controls, rename fields, headers and the scroll bar are pressed, not dragged.
      if (press?.action !== undefined || target.closest('input, [role=columnheader]') || !context) return;
      if (target === currentTarget && isOnScrollBar(target, x)) return;
      const entry = press && listing.entryAt(press.index);
      const { ctrlKey, metaKey, shiftKey } = event;
      startGesture(
        {
          x,
          y,
          pointerId,
          entry,
          index: press?.index ?? -1,
          element: press?.element,
          adds: ctrlKey || metaKey,
          extends: shiftKey,
        },
        { ...context, selection, actions },
      );
    },
  };
};
