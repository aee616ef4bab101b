import type { Entry } from '../entry.ts';
import type { Listing } from './use-listing.ts';

/** An entry drawn at an index, or its placeholder while it loads. */
export interface DrawnEntry {
  readonly index: number;
  /** Keeps the element when the entry moves. */
  readonly key: string | number;
  readonly entry: Entry | undefined;
}

/**
 * Returns the entries to draw from `first` to `last`. Pages that load one after the other may hold an entry twice for a
 * moment.
 */
export const drawnEntries = (
  listing: Pick<Listing, 'entryAt'>,
  first: number,
  last: number,
): DrawnEntry[] => {
  const drawn = new Set<string>();
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => {
    const index = first + step;
    const entry = listing.entryAt(index);
    const key = entry && !drawn.has(entry.id) ? entry.id : index;
    if (entry) drawn.add(entry.id);
    return { index, key, entry };
  });
};
