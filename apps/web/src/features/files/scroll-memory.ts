import { onSessionEnd } from '#shared/session/session.ts';
import { nothing, type Selection } from './selection.ts';
import { noEntry, type TrackedEntry } from './use-tracked-entry.ts';

interface Place {
  readonly scrollTop: number;
  readonly active: TrackedEntry;
  readonly selection: Selection;
}

const start: Place = { scrollTop: 0, active: noEntry, selection: nothing };

/** The number of history entries that are remembered. */
const kept = 100;
const places = new Map<string, Place>();
onSessionEnd(() => places.clear());

/** Stores the scroll position of a history entry, for returning to it. */
export const rememberPlace = (key: string, place: Partial<Place>): void => {
  const known = places.get(key) ?? start;
  places.delete(key);
  places.set(key, { ...known, ...place });
  const oldest = places.keys().next().value;
  if (places.size > kept && oldest !== undefined) places.delete(oldest);
};

export const placeOf = (key: string): Place => places.get(key) ?? start;
