import type { pageLimits, SortDirection, SortField, TrashSortField } from './page.ts';

/** Entries in a page, as the server sends them unasked. */
export const pageSize: (typeof pageLimits)['default'] = 500;

/** Sort fields of folders, in the order of the menu. */
export const folderFields = [
  'name',
  'size',
  'created_at',
  'modified_at',
] as const satisfies readonly SortField[];

/** The order of a listing; only the trash is sorted by when something was deleted. */
export interface Sorting {
  readonly field: TrashSortField;
  readonly direction: SortDirection;
}

/** The order of every listing but the trash (specification section 9). */
export const defaultSorting: Sorting = { field: 'created_at', direction: 'DESC' };

/** The order of the trash: the last deleted item comes first. */
export const trashSorting: Sorting = { field: 'deleted_at', direction: 'DESC' };

/** Names begin with A, everything else with the newest or the largest. */
export const firstDirection = (field: TrashSortField): SortDirection => (field === 'name' ? 'ASC' : 'DESC');

/** The order that an address asks of a listing; the default where it is unknown. */
export const orderFrom = (
  search: string,
  fields: readonly TrashSortField[],
  fallback: Sorting = defaultSorting,
): Sorting => {
  const values = new URLSearchParams(search);
  const field = fields.find((known) => known === values.get('sort')) ?? fallback.field;
  const given = values.get('dir');
  const direction = given === 'ASC' || given === 'DESC' ? given : firstDirection(field);
  return { field, direction };
};
