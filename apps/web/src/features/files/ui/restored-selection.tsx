import { useQueryClient } from '@tanstack/react-query';
import { useEffectEvent, useLayoutEffect } from 'react';
import { loadedPages, type ListingRef } from '../cache/files.queries.ts';
import { sourceName } from '../listing/listing-source.ts';
import { listingStateOf, storeListingState } from '../listing/listing-states.ts';
import { endSelecting, selectionStore } from '../selection/selection.store.ts';
import { amongLoaded } from '../selection/selection.ts';

interface RestoredSelectionProps {
  readonly listing: ListingRef;
  /** The key of the history entry. */
  readonly historyKey: string;
}

const SelectionRestorer = ({ listing, historyKey }: RestoredSelectionProps) => {
  const client = useQueryClient();
  const restore = useEffectEvent(() => {
    selectionStore.set(amongLoaded(listingStateOf(historyKey).selection, loadedPages(client, listing)));
  });
  const remember = useEffectEvent(() => storeListingState(historyKey, { selection: selectionStore.get() }));
  useLayoutEffect(() => {
    restore();
    const stop = selectionStore.subscribe(() => remember());
    return () => {
      stop();
      endSelecting();
    };
  }, []);
  return null;
};

/** Clears the selection when its listing is left, and restores its remaining entries on return to the history entry. */
export const RestoredSelection = (props: RestoredSelectionProps) => (
  <SelectionRestorer key={sourceName(props.listing.source)} {...props} />
);
