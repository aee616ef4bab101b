import { navigate } from '#shared/router/location.ts';
import { useEffect, useEffectEvent } from 'react';
import { movedTo, type GridShape } from './grid-keys.ts';
import { createTypeAhead, findByName } from './type-ahead.ts';
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
  readonly download: () => void;
  readonly parent: string | undefined;
}

/** Keys count where the listing has the focus, and where nothing or the heading has it. */
const isForListing = ({ target }: KeyboardEvent): boolean =>
  target === document.body ||
  (target instanceof HTMLElement && (target.closest('[data-listing]') !== null || target.matches('h1')));

/** The keyboard of a listing (design: interaction). Popups and menus keep their keys to themselves. */
export const useListingKeys = (keys: ListingKeys): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || !isForListing(event)) return;
    if (document.querySelector('dialog[open]')) return;
    if (handled(event, keys)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
};

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
  if (event.ctrlKey || event.metaKey || [...event.key].length !== 1) return false;
  const nameAt = (index: number): string | undefined => listing.entryAt(index)?.attributes.name;
  const found = findByName(typeAhead.add(event.key), { count: shape.count, from: active, nameAt });
  if (found === undefined) return true;
  activate(found);
  selection.select(found, listing.entryAt(found), 'only');
  return true;
};
