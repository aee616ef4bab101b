import { userSortFields, type UserSortField } from '@holdall/contract/choices';
import { usersPage } from '@holdall/contract/limits';
import type { SortDirection } from '@holdall/contract/page';

/** The view of the users, as its address stores it. */
export interface UsersView {
  readonly search: string;
  readonly sort: UserSortField;
  readonly direction: SortDirection;
  /** Page, counted from 1. */
  readonly page: number;
}

const usual: UsersView = { search: '', sort: 'created_at', direction: 'DESC', page: 1 };

/** Longest search text. */
export const longestSearch = 200;

/** Parses the view from the address's query; invalid values fall back to defaults. */
export const usersViewFrom = (query: string): UsersView => {
  const values = new URLSearchParams(query);
  const page = Number(values.get('page'));
  const direction = values.get('dir');
  return {
    search: (values.get('search') ?? '').slice(0, longestSearch),
    sort: userSortFields.find((field) => field === values.get('sort')) ?? usual.sort,
    direction: direction === 'ASC' || direction === 'DESC' ? direction : usual.direction,
    page: Number.isSafeInteger(page) && page > 0 && page < 1_000_000 ? page : usual.page,
  };
};

/** Returns the query string of an address that shows the view; defaults are omitted. */
export const usersQueryOf = ({ search, sort, direction, page }: UsersView): string => {
  const values = new URLSearchParams();
  if (search.trim() !== '') values.set('search', search.trim());
  if (sort !== usual.sort || direction !== usual.direction) {
    values.set('sort', sort);
    values.set('dir', direction);
  }
  if (page !== usual.page) values.set('page', String(page));
  return values.size > 0 ? `?${values}` : '';
};

/** Natural direction: texts ascend, figures and times descend. */
const firstDirection = (sort: UserSortField): SortDirection =>
  sort === 'name' || sort === 'email' || sort === 'role' ? 'ASC' : 'DESC';

/** Returns the view sorted by a column; a column that is already sorted is reversed. */
export const sortedBy = (view: UsersView, sort: UserSortField): UsersView => ({
  ...view,
  sort,
  direction: view.sort === sort ? (view.direction === 'ASC' ? 'DESC' : 'ASC') : firstDirection(sort),
  page: 1,
});

/** Returns the first and last user of a page, counted from 1; 0 and 0 where there is none. */
export const pageSpan = (page: number, total: number): { readonly from: number; readonly to: number } => {
  const from = (page - 1) * usersPage + 1;
  return total < from ? { from: 0, to: 0 } : { from, to: Math.min(total, from + usersPage - 1) };
};

export const lastPage = (total: number): number => Math.max(1, Math.ceil(total / usersPage));
