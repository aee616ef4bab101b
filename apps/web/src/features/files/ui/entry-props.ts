import type { Entry } from '../entry.ts';
import type { ListingSource } from '../listing-source.ts';
import type { Sorting } from '../sorting.ts';

/**
 * What a row and a tile take. They have no handlers of their own, so that scrolling draws only what is new: the
 * listing reads `data-index` and `data-action` of whatever is pressed.
 */
export interface EntryProps {
  readonly entry: Entry;
  /** Its place in the listing, from 0. */
  readonly index: number;
  readonly id: string;
  /** What the listing shows. */
  readonly source: ListingSource;
  readonly sorting: Sorting;
  readonly selected: boolean;
  /** Whether the keyboard stands on it. */
  readonly active: boolean;
  /** The two lines of a phone. */
  readonly compact: boolean;
}
