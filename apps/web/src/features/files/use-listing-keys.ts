import { navigate } from '#shared/router/location.ts';
import { useEffect, useEffectEvent, type KeyboardEvent as ReactKeyboardEvent } from 'react';
import { movedTo, type GridShape } from './grid-keys.ts';
import { createTypeAhead, findByName, isLetter } from './type-ahead.ts';
import type { Listing } from './use-listing.ts';
import type { SelectionActions } from './use-selection.ts';

const typeAhead = createTypeAhead();

interface ListingKeys {
  readonly listing: Listing;
  readonly shape: GridShape;
  /** Index of the active entry, -1 for none. */
  readonly active: number;
  readonly activate: (index: number) => void;
  readonly selection: SelectionActions;
  readonly open: (index: number) => void;
  /** Hands over what is selected. */
  readonly download: () => void;
  readonly parent: string | undefined;
}

/** Nothing, or the heading of the page, has the focus: keys are meant for the listing. */
const isForNothingElse = ({ target }: KeyboardEvent): boolean =>
  target === document.body || (target instanceof HTMLElement && target.matches('h1'));

/**
 * The keyboard of a listing (design: interaction). Popups and menus keep their keys to themselves.
 * @returns the handler of the listing's element; keys that nothing else has the focus for come by themselves.
 */
export const useListingKeys = (keys: ListingKeys): ((event: ReactKeyboardEvent) => void) => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isForNothingElse(event) && !document.querySelector('dialog[open]')) press(event, keys);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return ({ nativeEvent }) => press(nativeEvent, keys);
};

const isInPopup = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('dialog') !== null;

const press = (event: KeyboardEvent, keys: ListingKeys): void => {
  if (event.defaultPrevented || event.isComposing || isForControl(event) || isInPopup(event)) return;
  if (handled(event, keys)) event.preventDefault();
};

/** A column header or the box above the rows takes Enter and Space itself. */
const isForControl = ({ key, target }: KeyboardEvent): boolean =>
  (key === 'Enter' || key === ' ') &&
  target instanceof HTMLElement &&
  target.closest('[role=columnheader]') !== null;

const handled = (event: KeyboardEvent, keys: ListingKeys): boolean => {
  if (event.altKey) return event.key === 'ArrowUp' && goUp(keys);
  if (event.ctrlKey || event.metaKey) {
    const letter = event.key.toLowerCase();
    if (letter === 'a' && !event.shiftKey) return done(keys.selection.selectAll());
    if (letter === 's' && !event.shiftKey) return done(keys.download());
  }
  return moves(event, keys) || acts(event, keys) || types(event, keys);
};

const done = (_nothing: void): true => true;

const moves = (
  event: KeyboardEvent,
  { listing, shape, active, activate, selection }: ListingKeys,
): boolean => {
  const to = movedTo(event.key, active, shape);
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
    case 'Backspace':
      return goUp(keys);
    case 'Escape':
      return done(selection.clear());
    default:
      return false;
  }
};

const goUp = ({ parent }: ListingKeys): boolean => {
  if (parent === undefined) return false;
  navigate(parent);
  return true;
};

const types = (
  event: KeyboardEvent,
  { listing, shape, active, activate, selection }: ListingKeys,
): boolean => {
  if (event.ctrlKey || event.metaKey || !isLetter(event.key)) return false;
  if (event.key === ' ' && !typeAhead.active()) return false;
  const nameAt = (index: number): string | undefined => listing.entryAt(index)?.attributes.name;
  const found = findByName(typeAhead.add(event.key), { count: shape.count, from: active, nameAt });
  if (found === undefined) return true;
  activate(found);
  selection.select(found, listing.entryAt(found), 'only');
  return true;
};
