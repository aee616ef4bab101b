import type { Entry } from '../entry.ts';

type IsLeaving = (entry: Entry) => boolean;

const listeners = new Set<(isLeaving: IsLeaving) => void>();

/** Calls `listener` before entries leave their listing, so that the focus can move to another one. */
export const onLeaving = (listener: (isLeaving: IsLeaving) => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Notifies the listeners that entries are about to leave their listing. */
export const notifyLeaving = (isLeaving: IsLeaving): void => {
  for (const listener of listeners) listener(isLeaving);
};
