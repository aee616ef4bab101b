import { useMemo } from 'react';

/** Items that have just arrived from elsewhere and are not drawn yet. */
const arrivals = new Set<string>();

/** Milliseconds in which an item that is in sight is drawn: its page may have to be loaded first. */
const drawnWithin = 2_000;

const forget = (): void => arrivals.clear();

/** Has an item fade in where it is in sight. */
export const recordArrival = (id: string): void => {
  arrivals.add(id);
  setTimeout(() => arrivals.delete(id), drawnWithin);
  // Rows that scrolling brings into view are no arrivals.
  addEventListener('scroll', forget, { capture: true, once: true });
};

/** Reports whether an item had just arrived from elsewhere when the row first drew it. */
export const useArrived = (id: string): boolean => useMemo(() => arrivals.has(id), [id]);
