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
  'updated_at',
] as const satisfies readonly TrashSortField[];

/** The fields that a listing can be sorted by; the latest uploads and what is found have an order of their own. */
export const sortFieldsOf = (source: ListingSource): readonly TrashSortField[] => {
  if (source.kind === 'latest' || source.kind === 'search') return [];
  return isTrashTop(source) ? trashFields : folderFields;
};

/** The order that a listing begins with. */
const firstSortingOf = (source: ListingSource): Sorting =>
  isTrashTop(source) ? trashSorting : defaultSorting;

const isFirst = ({ field, direction }: Sorting, source: ListingSource): boolean => {
  const first = firstSortingOf(source);
  return field === first.field && direction === first.direction;
};

/** The sorting that an address asks of a listing; what it does not know is the default. */
export const sortingFrom = (search: string, source: ListingSource = folderSource(null)): Sorting => {
  const fields = sortFieldsOf(source);
  return fields.length === 0 ? defaultSorting : orderFrom(search, fields, firstSortingOf(source));
};

/** Returns the sorting after a press on a field's header: by that field, or in the opposite direction. */
export const sortedBy = (current: Sorting, field: TrashSortField): Sorting =>
  current.field === field
    ? { field, direction: current.direction === 'ASC' ? 'DESC' : 'ASC' }
    : { field, direction: firstDirection(field) };

/**
 * The part of a listing's address that says its order; the default, and what the listing cannot be sorted by,
 * say nothing.
 */
export const searchOf = (sorting: Sorting, source: ListingSource = folderSource(null)): ListingSearch =>
  isFirst(sorting, source) || !sortFieldsOf(source).includes(sorting.field)
    ? {}
    : { sort: sorting.field, dir: sorting.direction };

/** The same for a listing that is opened from another one: the order that the other began with is nobody's choice. */
export const searchFrom = (from: ListingSource, sorting: Sorting, to: ListingSource): ListingSearch =>
  isFirst(sorting, from) ? {} : searchOf(sorting, to);
