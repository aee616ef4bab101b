import {
  defaultSorting,
  firstDirection,
  folderFields,
  orderFrom,
  type Sorting,
  trashSorting,
} from '@holdall/contract/listing-order';
import type { TrashSortField } from '@holdall/contract/page';
import { folderSource, isTrashTop, type ListingSearch, type ListingSource } from './listing-source.ts';

const trashFields = [
  'name',
  'size',
  'deleted_at',
  'created_at',
  'modified_at',
] as const satisfies readonly TrashSortField[];

/** Returns the fields that a listing can be sorted by; the latest uploads and search results have a fixed order. */
export const sortFieldsOf = (source: ListingSource): readonly TrashSortField[] => {
  if (source.kind === 'latest' || source.kind === 'search') return [];
  return isTrashTop(source) ? trashFields : folderFields;
};

/** Returns the initial order of a listing. */
const firstSortingOf = (source: ListingSource): Sorting =>
  isTrashTop(source) ? trashSorting : defaultSorting;

const isFirst = ({ field, direction }: Sorting, source: ListingSource): boolean => {
  const first = firstSortingOf(source);
  return field === first.field && direction === first.direction;
};

/** Parses the sorting in the address of a listing; unknown values are the default. */
export const sortingFrom = (search: string, source: ListingSource = folderSource(null)): Sorting => {
  const fields = sortFieldsOf(source);
  return fields.length === 0 ? defaultSorting : orderFrom(search, fields, firstSortingOf(source));
};

/** Returns the sorting after a press on a field's header: by that field, or in the opposite direction. */
export const sortedBy = (current: Sorting, field: TrashSortField): Sorting =>
  current.field === field
    ? { field, direction: current.direction === 'ASC' ? 'DESC' : 'ASC' }
    : { field, direction: firstDirection(field) };

/** Formats the sorting for the address of a listing; the default and unsupported orders are omitted. */
export const searchOf = (sorting: Sorting, source: ListingSource = folderSource(null)): ListingSearch =>
  isFirst(sorting, source) || !sortFieldsOf(source).includes(sorting.field)
    ? {}
    : { sort: sorting.field, dir: sorting.direction };

/** Formats the sorting for a listing that is opened from another one; the other's initial order is not carried over. */
export const searchFrom = (from: ListingSource, sorting: Sorting, to: ListingSource): ListingSearch =>
  isFirst(sorting, from) ? {} : searchOf(sorting, to);
