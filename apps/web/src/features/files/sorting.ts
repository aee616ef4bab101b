import type { SortDirection, SortField } from '@holdall/contract/page';

export interface Sorting {
  readonly field: SortField;
  readonly direction: SortDirection;
}

export const sortFields = [
  'name',
  'size',
  'created_at',
  'updated_at',
] as const satisfies readonly SortField[];

/** Specification section 9. */
export const defaultSorting: Sorting = { field: 'created_at', direction: 'DESC' };

/** The sorting that an address asks for; what it does not know is the default. */
export const sortingFrom = (search: string): Sorting => {
  const values = new URLSearchParams(search);
  const field = sortFields.find((known) => known === values.get('sort')) ?? defaultSorting.field;
  const given = values.get('dir');
  const direction = given === 'ASC' || given === 'DESC' ? given : firstDirection(field);
  return { field, direction };
};

/** Names begin with A, everything else with the newest or the largest. */
const firstDirection = (field: SortField): SortDirection => (field === 'name' ? 'ASC' : 'DESC');

/** What a press on a field's header does: it sorts by the field, or turns its direction. */
export const sortedBy = (current: Sorting, field: SortField): Sorting =>
  current.field === field
    ? { field, direction: current.direction === 'ASC' ? 'DESC' : 'ASC' }
    : { field, direction: firstDirection(field) };

/** The part of the address that says it; the default says nothing. */
export const searchOf = ({ field, direction }: Sorting): { sort?: SortField; dir?: SortDirection } => {
  if (field === defaultSorting.field && direction === defaultSorting.direction) return {};
  return { sort: field, dir: direction };
};
