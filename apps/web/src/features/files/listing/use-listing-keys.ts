import { useEffect, useEffectEvent, type KeyboardEvent as ReactKeyboardEvent } from 'react';
import { keyAlongLine } from '#shared/lib/reading.ts';
import type { ItemAction } from '../actions/action-names.ts';
import { renaming } from '../actions/item-popup.store.ts';
import { movedTo, type GridShape } from './grid-keys.ts';
import { isForBar, isForPage } from '../cache/page-keys.ts';
import { createTypeAhead, findByName, isLetter } from './type-ahead.ts';
import type { Listing } from './use-listing.ts';
import type { SelectionActions } from '../selection/use-selection.ts';

const typeAhead = createTypeAhead();

interface ListingKeys {
  readonly listing: Listing;
  readonly shape: GridShape;
  /** The index of the active entry, -1 for none. */
  readonly active: number;
  readonly activate: (index: number) => void;
  readonly selection: SelectionActions;
  readonly open: (index: number) => void;
  /** Runs an action on the selection, or else on the active entry. @returns true if it is offered there. */
  readonly act: (action: ItemAction | 'delete') => boolean;
  /** Opens the menu of the active entry, or of the listing. */
  readonly openMenu: () => void;
  /** Ends the innermost choice. @returns true if there was one. */
  readonly escape: () => boolean;
}

/**
 * Handles the keyboard of a listing (design: interaction). Popups and menus handle their own keys.
 * @returns the handler of the listing's element; a window listener handles keys without a focused element, and those
 * that its bars do not use.
 */
export const useListingKeys = (keys: ListingKeys): ((event: ReactKeyboardEvent) => void) => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isForPage(event) || isForBar(event)) press(event, keys);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return ({ nativeEvent }) => press(nativeEvent, keys);
};

/** A popup of the listing and a rename field are rendered within it. */
const isElsewhere = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('dialog, input:not([type=checkbox]), textarea') !== null;

const press = (event: KeyboardEvent, keys: ListingKeys): void => {
  if (event.defaultPrevented || event.isComposing || isForControl(event) || isElsewhere(event)) return;
  if (handled(event, keys)) event.preventDefault();
};

/** Column headers and the checkbox above the rows handle Enter and Space themselves. */
const isForControl = ({ key, target }: KeyboardEvent): boolean =>
  (key === 'Enter' || key === ' ') &&
  target instanceof HTMLElement &&
  target.closest('[role=columnheader]') !== null;

const handled = (event: KeyboardEvent, keys: ListingKeys): boolean => {
  if (event.altKey) return event.key === 'Enter' && keys.act('details');
  if (event.ctrlKey || event.metaKey) {
    const letter = event.shiftKey ? '' : event.key.toLowerCase();
    if (letter === 'a') return done(keys.selection.selectAll());
    if (letter === 's') return done(keys.act('download'));
    if (letter === 'x') return keys.act('cut');
    // Selected text of the page is copied by the browser.
    if (letter === 'c') return getSelection()?.isCollapsed !== false && keys.act('copy');
    if (event.metaKey && event.key === 'Backspace') return deletes(event, keys);
  }
  return moves(event, keys) || acts(event, keys) || types(event, keys);
};

const done = (_nothing: unknown): true => true;

/** The next entry is focused after a deletion, so a held key must not delete one after the other. */
const deletes = ({ repeat, shiftKey }: KeyboardEvent, { act }: ListingKeys): boolean =>
  repeat || act(shiftKey ? 'erase' : 'delete');

const moves = (
  event: KeyboardEvent,
  { listing, shape, active, activate, selection }: ListingKeys,
): boolean => {
  const to = movedTo(keyAlongLine(event.key), active, shape);
  if (to === undefined) return false;
  activate(to);
  const control = event.ctrlKey || event.metaKey;
  if (event.shiftKey) selection.select(to, listing.entryAt(to), control ? 'add-range' : 'range');
  else if (!control) selection.select(to, listing.entryAt(to), 'only');
  return true;
};

const acts = (event: KeyboardEvent, keys: ListingKeys): boolean => {
  const { active, listing, selection, open } = keys;
  switch (event.key) {
    case 'Enter':
      if (active < 0) return false;
      return done(open(active));
    case ' ':
      if (active < 0 || typeAhead.active()) return false;
      return done(selection.select(active, listing.entryAt(active), 'toggle'));
    case 'Delete':
      return deletes(event, keys);
    case 'F2':
      return keys.act('rename');
    case 'ContextMenu':
      return done(keys.openMenu());
    case 'F10':
      return event.shiftKey && done(keys.openMenu());
    case 'Escape':
      return keys.escape();
    default:
      return false;
  }
};

const types = (
  event: KeyboardEvent,
  { listing, shape, active, activate, selection }: ListingKeys,
): boolean => {
  // The letter belongs to a new name, whose field is still loading.
  if (renaming.get() !== undefined) return false;
  if (event.ctrlKey || event.metaKey || !isLetter(event.key)) return false;
  if (event.key === ' ' && !typeAhead.active()) return false;
  const nameAt = (index: number): string | undefined => listing.entryAt(index)?.attributes.name;
  const found = findByName(typeAhead.add(event.key), { count: shape.count, from: active, nameAt });
  if (found === undefined) return true;
  activate(found);
  selection.select(found, listing.entryAt(found), 'only');
  return true;
};
