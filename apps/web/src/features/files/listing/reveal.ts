import { useEffect, useEffectEvent } from 'react';
import { createStore, useStore } from '#shared/lib/store.ts';

interface Revealed {
  /** The `sourceName` of the listing. */
  readonly source: string;
  readonly index: number;
  readonly select: boolean;
}

const wanted = createStore<Revealed | undefined>(undefined);

/**
 * Scrolls a listing to one of its entries and makes it active, now or once it is drawn.
 * @param select true if it replaces the selection as well
 */
export const reveal = (source: string, index: number, select: boolean): void =>
  wanted.set({ source, index, select });

/** Scrolls a listing to the entry of `reveal` as soon as its size is known. */
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
