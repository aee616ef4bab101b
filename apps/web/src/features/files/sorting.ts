import type { SortDirection, SortField, TrashSortField } from '@holdall/contract/page';
import { folderSource, isTrashTop, type ListingSearch, type ListingSource } from './listing-source.ts';

/** The order of a listing; only the trash is sorted by when something was deleted. */
export interface Sorting {
  readonly field: TrashSortField;
  readonly direction: SortDirection;
}

export const sortFields = [
  'name',
  'size',
  'created_at',
  'updated_at',
] as const satisfies readonly SortField[];

const trashFields = [
  'name',
  'size',
  'deleted_at',
  'created_at',
  'updated_at',
] as const satisfies readonly TrashSortField[];

/** The fields that a listing can be sorted by; the latest uploads have an order of their own. */
export const sortFieldsOf = (source: ListingSource): readonly TrashSortField[] => {
  if (source.kind === 'latest') return [];
  return isTrashTop(source) ? trashFields : sortFields;
};

/** Of every listing (specification section 9), the trash too. */
export const defaultSorting: Sorting = { field: 'created_at', direction: 'DESC' };

const isDefault = ({ field, direction }: Sorting): boolean =>
  field === defaultSorting.field && direction === defaultSorting.direction;

/** The sorting that an address asks of a listing; what it does not know is the default. */
export const sortingFrom = (search: string, source: ListingSource = folderSource(null)): Sorting => {
  const fields = sortFieldsOf(source);
  if (fields.length === 0) return defaultSorting;
  const values = new URLSearchParams(search);
  const field = fields.find((known) => known === values.get('sort')) ?? defaultSorting.field;
  const given = values.get('dir');
  const direction = given === 'ASC' || given === 'DESC' ? given : firstDirection(field);
  return { field, direction };
};

/** Names begin with A, everything else with the newest or the largest. */
const firstDirection = (field: TrashSortField): SortDirection => (field === 'name' ? 'ASC' : 'DESC');

/** What a press on a field's header does: it sorts by the field, or turns its direction. */
export const sortedBy = (current: Sorting, field: TrashSortField): Sorting =>
  current.field === field
    ? { field, direction: current.direction === 'ASC' ? 'DESC' : 'ASC' }
    : { field, direction: firstDirection(field) };

/**
 * The part of a listing's address that says its order; the default, and what the listing cannot be sorted by,
 * say nothing.
 */
export const searchOf = (sorting: Sorting, source: ListingSource = folderSource(null)): ListingSearch =>
  isDefault(sorting) || !sortFieldsOf(source).includes(sorting.field)
    ? {}
    : { sort: sorting.field, dir: sorting.direction };
