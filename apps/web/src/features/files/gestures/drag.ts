import { isCopying } from '#shared/lib/copy-key.ts';
import { navigate } from '#shared/router/location.ts';
import { editing, hasPermission } from '#shared/session/permission.ts';
import {
  dropEvent,
  dropTargetOf,
  springDelay,
  springEvent,
  type DropDetail,
  type DropTarget,
} from '#shared/ui/drop-targets.ts';
import type { Batch } from '../actions/batch.ts';
import type { ItemActions } from '../actions/item-actions.ts';
import { folderSource, pathOf } from '../listing/listing-source.ts';
import { selectionOf } from '../selection/selection.ts';
import { selectionStore } from '../selection/selection.store.ts';
import { searchOf } from '../listing/sorting.ts';
import { startAutoScroll } from './auto-scroll.ts';
import { showGhost } from './drag-ghost.ts';
import { takes, type Drag } from './drop-fault.ts';
import { followPointer, isFar, swallowClick, type GestureContext, type Press } from './gesture.ts';

/** The target under a drag. */
interface Hover {
  readonly target: DropTarget | undefined;
  readonly valid: boolean;
  /** The items would be copied. */
  readonly copies: boolean;
}

const nowhere: Hover = { target: undefined, valid: false, copies: false };

const folderOf = (target: DropTarget | undefined): string | null | undefined =>
  target?.place.kind === 'folder' ? target.place.id : undefined;

const stateOf = ({ target, valid, copies }: Hover): 'invalid' | 'copy' | 'valid' => {
  if (!valid) return 'invalid';
  return copies && target?.place.kind === 'folder' ? 'copy' : 'valid';
};

/** Compares what they stand for, too: the element of a row may be used for another folder. */
const isSameTarget = (one: DropTarget | undefined, other: DropTarget | undefined): boolean =>
  one?.element === other?.element && folderOf(one) === folderOf(other);

const highlight = (hover: Hover): void => {
  const { target, valid } = hover;
  for (const element of document.querySelectorAll<HTMLElement>('[data-drop-over]'))
    delete element.dataset['dropOver'];
  if (target && valid) target.element.dataset['dropOver'] = 'valid';
  document.documentElement.dataset['dragging'] = stateOf(hover);
};

const spring = (target: DropTarget, actions: ItemActions): void => {
  const { element, place } = target;
  const event = new CustomEvent(springEvent, { bubbles: true, cancelable: true });
  if (!element.isConnected || !isSameTarget(target, dropTargetOf(element))) return;
  if (!element.dispatchEvent(event) || place.kind !== 'folder') return;
  const inside = folderSource(place.id);
  navigate(pathOf(inside, searchOf(actions.host().listing.ref.sorting, inside)));
};

const drop = ({ element, place }: DropTarget, { batch, copies }: Drag, actions: ItemActions): void => {
  const items = batch.all
    ? []
    : batch.entries.map(({ id, type, attributes: { name } }) => ({ id, type, name }));
  const detail: DropDetail = { items, place };
  const event = new CustomEvent(dropEvent, { bubbles: true, cancelable: true, detail });
  if (element.dispatchEvent(event)) actions.drop(batch, place, copies);
};

/** Reports whether resting on a target opens it: any folder except the current one and the dragged ones. */
const opens = ({ element, place }: DropTarget, batch: Batch): boolean =>
  place.kind === 'folder' &&
  !element.matches('[role=grid]') &&
  (batch.all || batch.entries.every(({ id }) => id !== place.id));

/** Drags items to a drop target: the whole selection if the pressed item is in it. */
const carry = (press: Press, { actions, selection }: GestureContext): void => {
  const { entry } = press;
  if (!entry) return;
  const batch = actions.batch(entry);
  if (!batch.all && batch.count === 1) {
    selection.end();
    selectionStore.set(selectionOf([entry]));
  }
  const canFavourite = actions.host().favourites !== undefined;
  const { documentElement: html } = document;
  // The place for new favourites is visible while it can take what is dragged.
  html.toggleAttribute(
    'data-dragging-favourites',
    takes({ element: html, place: { kind: 'favourites' } }, { batch, canFavourite, copies: false }),
  );
  const ghost = showGhost(batch, press.element);
  let hover = nowhere;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pointer = { x: press.x, y: press.y };
  let copies = false;

  const look = (): void => {
    const target = dropTargetOf(document.elementFromPoint(pointer.x, pointer.y));
    const valid = target !== undefined && takes(target, { batch, canFavourite, copies });
    const isSame = isSameTarget(target, hover.target);
    if (isSame && valid === hover.valid && copies === hover.copies) return;
    hover = { target, valid, copies };
    highlight(hover);
    if (isSame) return;
    clearTimeout(timer);
    if (target && opens(target, batch)) timer = setTimeout(() => spring(target, actions), springDelay);
  };
  highlight(hover);
  const scrolling = startAutoScroll(look);
  const keys = new AbortController();
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Alt' && event.key !== 'Control') return;
    // Alt alone would open a menu of the browser.
    event.preventDefault();
    copies = isCopying(event);
    look();
  };
  for (const type of ['keydown', 'keyup'] as const) addEventListener(type, onKey, { signal: keys.signal });

  followPointer(press, {
    onMove: (event) => {
      const { clientX: x, clientY: y } = event;
      pointer = { x, y };
      copies = isCopying(event);
      ghost.follow(x, y);
      scrolling.follow(x, y);
      look();
    },
    onEnd: (event) => {
      // The page may have changed under a resting pointer.
      if (event) {
        copies = isCopying(event);
        look();
      }
      keys.abort();
      clearTimeout(timer);
      scrolling.stop();
      ghost.remove();
      swallowClick();
      highlight(nowhere);
      delete html.dataset['dragging'];
      html.removeAttribute('data-dragging-favourites');
      if (event && hover.target && hover.valid) drop(hover.target, { batch, canFavourite, copies }, actions);
    },
  });
};

/** Begins to drag once the pointer has moved far enough from the press, if the entry may be moved. */
export const beginDrag = (press: Press, context: GestureContext): void => {
  if (!hasPermission(editing)) return;
  const leave = followPointer(press, {
    onMove: (event) => {
      if (!isFar(press, event)) return;
      leave();
      carry(press, context);
    },
    onEnd: () => undefined,
  });
};
