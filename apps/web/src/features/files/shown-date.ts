import type { Sorting } from '@holdall/contract/listing-order';
import { formatShortDate } from '#shared/lib/format-date.ts';
import type { Entry } from './entry.ts';
import { isTrashTop, type ListingSource } from './listing-source.ts';

/**
 * The date that a listing shows of its entries: the one it is sorted by, else the one that matters there. In the
 * trash that is when something was deleted, of what is found when it was changed, also in the order of adding, with which every listing begins.
 */
export const shownDateField = (
  source: ListingSource,
  { field }: Sorting,
): 'created_at' | 'updated_at' | 'deleted_at' => {
  if (field === 'updated_at' || field === 'deleted_at') return field;
  if (source.kind === 'search') return 'updated_at';
  return isTrashTop(source) ? 'deleted_at' : 'created_at';
};

/** That date as people read it; what lies in a folder of the trash was not deleted itself and has none. */
export const shownDate = ({ attributes }: Entry, source: ListingSource, sorting: Sorting): string => {
  const date = attributes[shownDateField(source, sorting)];
  return date === null ? '—' : formatShortDate(date);
};
