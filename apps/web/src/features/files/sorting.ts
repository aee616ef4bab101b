import type { SortDirection, SortField, TrashSortField } from '@holdall/contract/page';
import { folderSource, type ListingSearch, type ListingSource } from './listing-source.ts';

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

const trashFields = ['name', 'size', 'deleted_at', 'created_at'] as const satisfies readonly TrashSortField[];

/** The trash itself; what lies in a folder of it was not deleted by itself, and is a folder like any other. */
const isTrashTop = (source: ListingSource): boolean => source.kind === 'trash' && source.id === null;

/** The fields that a listing can be sorted by; the latest uploads have an order of their own. */
export const sortFieldsOf = (source: ListingSource): readonly TrashSortField[] => {
  if (source.kind === 'latest') return [];
  return isTrashTop(source) ? trashFields : sortFields;
};

/** Specification section 9. */
export const defaultSorting: Sorting = { field: 'created_at', direction: 'DESC' };
const trashSorting: Sorting = { field: 'deleted_at', direction: 'DESC' };

export const defaultSortingOf = (source: ListingSource): Sorting =>
  isTrashTop(source) ? trashSorting : defaultSorting;

/** The sorting that an address asks of a listing; what it does not know is the default. */
export const sortingFrom = (search: string, source: ListingSource = folderSource(null)): Sorting => {
  const fields = sortFieldsOf(source);
  const usual = defaultSortingOf(source);
  if (fields.length === 0) return usual;
  const values = new URLSearchParams(search);
  const field = fields.find((known) => known === values.get('sort')) ?? usual.field;
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

/** The same for another listing than the one that is sorted so: an order that nobody has chosen stays behind. */
export const searchBetween = (
  { source, sorting }: { readonly source: ListingSource; readonly sorting: Sorting },
  to: ListingSource,
): ListingSearch => {
  const usual = defaultSortingOf(source);
  const isUsual = sorting.field === usual.field && sorting.direction === usual.direction;
  return isUsual ? {} : searchOf(sorting, to);
};

/** The part of a listing's address that says it; its default, and what it cannot be sorted by, say nothing. */
export const searchOf = (
  { field, direction }: Sorting,
  source: ListingSource = folderSource(null),
): ListingSearch => {
  const usual = defaultSortingOf(source);
  if (field === usual.field && direction === usual.direction) return {};
  return sortFieldsOf(source).includes(field) ? { sort: field, dir: direction } : {};
};
