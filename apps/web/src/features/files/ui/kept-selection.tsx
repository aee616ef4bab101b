import { useQueryClient } from '@tanstack/react-query';
import { useEffectEvent, useLayoutEffect } from 'react';
import { loadedPages, type ListingRef } from '../files.queries.ts';
import { sourceName } from '../listing-source.ts';
import { placeOf, rememberPlace } from '../scroll-memory.ts';
import { endSelecting, selectionStore } from '../selection.store.ts';
import { amongLoaded } from '../selection.ts';

interface KeptSelectionProps {
  readonly listing: ListingRef;
  /** The key of the history entry. */
  readonly place: string;
}

const Keeper = ({ listing, place }: KeptSelectionProps) => {
  const client = useQueryClient();
  const restore = useEffectEvent(() => {
    selectionStore.set(amongLoaded(placeOf(place).selection, loadedPages(client, listing)));
  });
  const remember = useEffectEvent(() => rememberPlace(place, { selection: selectionStore.get() }));
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
export const KeptSelection = (props: KeptSelectionProps) => (
  <Keeper key={sourceName(props.listing.source)} {...props} />
);
