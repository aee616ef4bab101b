import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { onLeaving } from '../actions/leaving.ts';
import type { Entry } from '../entry.ts';
import type { ListingLayout } from './listing-layout.ts';
import { isFocusLost } from './lost-focus.ts';
import { listingStateOf } from './listing-states.ts';
import type { Listing } from './use-listing.ts';
import { useTrackedEntry } from './use-tracked-entry.ts';
import { scrollTopFor } from './visible-range.ts';

interface FocusedListing {
  readonly listing: Listing;
  readonly total: number;
  readonly layout: ListingLayout;
  /** The key of the history entry whose scroll position is stored. */
  readonly historyKey: string;
}

/** Tracks the active entry of the keyboard in a listing, and moves it. */
export const useListingFocus = (
  scroller: RefObject<HTMLElement | null>,
  { listing, total, layout, historyKey }: FocusedListing,
) => {
  const [active, tracked, setActive] = useTrackedEntry(listing, () => listingStateOf(historyKey).active);

  /** Makes an entry active and focuses the listing. */
  const take = (index: number): void => {
    setActive(index);
    scroller.current?.focus({ preventScroll: true });
  };

  /** Makes an entry active and scrolls it into view. */
  const activate = (index: number): void => {
    take(index);
    const { columns, rowHeight, header } = layout;
    const element = scroller.current;
    if (!element) return;
    if (listing.ref.source.kind === 'latest') {
      // Days separate the rows; all of them are drawn.
      element.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' });
      return;
    }
    const { scrollTop, clientHeight: height } = element;
    const shape = { rowHeight, header, offset: header };
    const target = scrollTopFor(Math.floor(index / columns), { scrollTop, height }, shape);
    if (target !== undefined) element.scrollTo({ top: target, behavior: 'instant' });
  };

  // After the active entry is removed, the next one becomes active, or the previous one at the end.
  const makeWay = useEffectEvent((isLeaving: (entry: Entry) => boolean) => {
    const now = listing.entryAt(active);
    if (active < 0 || !now || !isLeaving(now)) return;
    const stays = (index: number): boolean => {
      const entry = listing.entryAt(index);
      return entry !== undefined && !isLeaving(entry);
    };
    for (let index = active + 1; index < total && listing.entryAt(index); index += 1)
      if (stays(index)) return setActive(index);
    for (let index = active - 1; index >= 0 && listing.entryAt(index); index -= 1)
      if (stays(index)) return setActive(index);
  });
  useEffect(() => onLeaving((isLeaving) => makeWay(isLeaving)), []);

  // The button that removed the entries may have been removed with them.
  const totalBefore = useRef(total);
  useEffect(() => {
    if (total < totalBefore.current && isFocusLost()) scroller.current?.focus({ preventScroll: true });
    totalBefore.current = total;
  }, [scroller, total]);

  return { active, tracked, take, activate };
};
