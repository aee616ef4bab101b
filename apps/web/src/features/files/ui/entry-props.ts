import type { MouseEvent } from 'react';
import type { Entry } from '../entry.ts';
import type { Sorting } from '../sorting.ts';

/** What a row and a tile take. */
export interface EntryProps {
  readonly entry: Entry;
  /** Its place in the listing, from 0. */
  readonly index: number;
  readonly id: string;
  readonly sorting: Sorting;
  readonly selected: boolean;
  /** Whether the keyboard stands on it. */
  readonly active: boolean;
  /** The two lines of a phone. */
  readonly compact: boolean;
  readonly onPress: (index: number, event: MouseEvent) => void;
  readonly onOpen: (index: number) => void;
  readonly onToggle: (index: number) => void;
  readonly onDownload: (entry: Entry) => void;
}
