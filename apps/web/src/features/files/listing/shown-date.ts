import type { Sorting } from '@holdall/contract/listing-order';
import { formatShortDate } from '#shared/lib/format-date.ts';
import type { Entry } from '../entry.ts';
import { isTrashTop, type ListingSource } from './listing-source.ts';

/**
 * Returns the date field that a listing shows: the sorted one, else the default of the listing. The trash defaults to
 * the deletion, a search to the change, even when sorted by creation, the initial order of every listing.
 */
export const shownDateField = (
  source: ListingSource,
  { field }: Sorting,
): 'created_at' | 'modified_at' | 'deleted_at' => {
  if (field === 'modified_at' || field === 'deleted_at') return field;
  if (source.kind === 'search') return 'modified_at';
  return isTrashTop(source) ? 'deleted_at' : 'created_at';
};

/** Formats the shown date of an entry; items in a folder of the trash were not deleted themselves and have none. */
export const shownDate = ({ attributes }: Entry, source: ListingSource, sorting: Sorting): string => {
  const date = attributes[shownDateField(source, sorting)];
  return date === null ? '—' : formatShortDate(date);
};
