import { onSessionEnd } from '#shared/session/session.ts';
import { nothing, type Selection } from '../selection/selection.ts';
import { noEntry, type TrackedEntry } from './use-tracked-entry.ts';

interface ListingState {
  readonly scrollTop: number;
  readonly active: TrackedEntry;
  readonly selection: Selection;
}

const initialState: ListingState = { scrollTop: 0, active: noEntry, selection: nothing };

/** The number of history entries that are remembered. */
const maxStates = 100;
const states = new Map<string, ListingState>();
onSessionEnd(() => states.clear());

/** Stores the scroll position of a history entry, for returning to it. */
export const storeListingState = (key: string, state: Partial<ListingState>): void => {
  const known = states.get(key) ?? initialState;
  states.delete(key);
  states.set(key, { ...known, ...state });
  const oldest = states.keys().next().value;
  if (states.size > maxStates && oldest !== undefined) states.delete(oldest);
};

export const listingStateOf = (key: string): ListingState => states.get(key) ?? initialState;
