import { useEffect, useEffectEvent } from 'react';
import { createStore, useStore } from '#shared/lib/store.ts';

interface Revealed {
  /** Tells which listing, by `sourceName`. */
  readonly source: string;
  readonly index: number;
}

const wanted = createStore<Revealed | undefined>(undefined);

/** Scrolls a listing to one of its entries, which becomes the active one and is selected: now, or once it is drawn. */
export const reveal = (source: string, index: number): void => wanted.set({ source, index });

/** Follows `reveal` in a listing as soon as it knows its size. */
export const useReveal = (source: string, isMeasured: boolean, show: (index: number) => void): void => {
  const request = useStore(wanted);
  const index = isMeasured && request?.source === source ? request.index : undefined;
  const receive = useEffectEvent((at: number) => {
    wanted.set(undefined);
    show(at);
  });
  useEffect(() => {
    if (index !== undefined) receive(index);
  }, [index]);
};
