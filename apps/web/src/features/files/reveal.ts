import { useEffect, useEffectEvent } from 'react';
import { createStore, useStore } from '#shared/lib/store.ts';

interface Revealed {
  /** Tells which listing, by `sourceName`. */
  readonly source: string;
  readonly index: number;
  readonly select: boolean;
}

const wanted = createStore<Revealed | undefined>(undefined);

/**
 * Scrolls a listing to one of its entries, which becomes the active one: now, or once it is drawn.
 * @param select whether it is selected as well, instead of what is
 */
export const reveal = (source: string, index: number, select: boolean): void =>
  wanted.set({ source, index, select });

/** Follows `reveal` in a listing as soon as it knows its size. */
export const useReveal = (
  source: string,
  isMeasured: boolean,
  show: (index: number, select: boolean) => void,
): void => {
  const request = useStore(wanted);
  const index = isMeasured && request?.source === source ? request.index : undefined;
  const receive = useEffectEvent((at: number) => {
    const { select = false } = wanted.get() ?? {};
    wanted.set(undefined);
    show(at, select);
  });
  useEffect(() => {
    if (index !== undefined) receive(index);
  }, [index]);
};
