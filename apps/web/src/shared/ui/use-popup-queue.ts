import { useEffect, useState } from 'react';
import { createStore, useStore } from '#shared/lib/store.ts';
import { alerts } from './alert.ts';
import { reach } from './modals.ts';

/** Popups that have something to ask, in the order in which they came. */
const queue = createStore<readonly symbol[]>([]);

/**
 * Tells whether a popup that nobody has just asked for may be drawn: one at a time, not over a dialog in which
 * somebody works, and not while an alert is to be read. A popup that has begun stays until its component is gone.
 */
export const usePopupQueue = (): boolean => {
  const [self] = useState(() => Symbol('popup'));
  const [hasBegun, setHasBegun] = useState(false);
  useEffect(() => {
    queue.set((waiting) => [...waiting, self]);
    return () => queue.set((waiting) => waiting.filter((other) => other !== self));
  }, [self]);
  const isFirst = useStore(queue, ([first]) => first === self);
  const isFree = useStore(reach, ({ place }) => place === document.body);
  const hasAlert = useStore(alerts, ({ length }) => length > 0);
  const begins = isFirst && isFree && !hasAlert;
  if (begins && !hasBegun) setHasBegun(true);
  return (hasBegun || begins) && !hasAlert;
};
