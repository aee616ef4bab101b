import { useQueryClient } from '@tanstack/react-query';
import { useEffectEvent, useLayoutEffect } from 'react';
import { loadedPages, type ListingRef } from '../files.queries.ts';
import { sourceName } from '../listing-source.ts';
import { placeOf, rememberPlace } from '../scroll-memory.ts';
import { endSelecting, selectionStore } from '../selection.store.ts';
import { amongLoaded } from '../selection.ts';

interface KeptSelectionProps {
  readonly listing: ListingRef;
  /** Names the entry of the history. */
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

/**
 * Forgets the selection with the listing that it was made in, and brings it back with the entry of the history that
 * it was made at, as far as it is still there.
 */
export const KeptSelection = (props: KeptSelectionProps) => (
  <Keeper key={sourceName(props.listing.source)} {...props} />
);
