import { formatShortDate } from '#shared/lib/format-date.ts';
import type { Entry } from './entry.ts';
import type { ListingSource } from './listing-source.ts';
import { defaultSortingOf, type Sorting } from './sorting.ts';

/** The date that a listing shows of its entries: the one it is sorted by, else the one that matters there. */
export const shownDateField = (
  source: ListingSource,
  { field }: Sorting,
): 'created_at' | 'updated_at' | 'deleted_at' => {
  if (field === 'created_at' || field === 'updated_at' || field === 'deleted_at') return field;
  return defaultSortingOf(source).field === 'deleted_at' ? 'deleted_at' : 'created_at';
};

/** That date as people read it; what lies in a folder of the trash was not deleted itself and has none. */
export const shownDate = ({ attributes }: Entry, source: ListingSource, sorting: Sorting): string => {
  const date = attributes[shownDateField(source, sorting)];
  return date === null ? '—' : formatShortDate(date);
};
