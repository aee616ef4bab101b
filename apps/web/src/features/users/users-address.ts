import { userSortFields, usersPage, type UserSortField } from '@holdall/contract/users-table';
import type { SortDirection } from '@holdall/contract/page';

/** Which users the table shows, as its address has it. */
export interface UsersView {
  readonly search: string;
  readonly sort: UserSortField;
  readonly direction: SortDirection;
  /** From 1. */
  readonly page: number;
}

const usual: UsersView = { search: '', sort: 'created_at', direction: 'DESC', page: 1 };

/** The longest text that is looked for. */
export const longestSearch = 200;

/** Reads the view from the address's query; whatever is no view is the usual one. */
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

/** The query of an address that shows the view; what is usual is left out. */
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

/** Texts begin at A, figures and times at the greatest. */
const firstDirection = (sort: UserSortField): SortDirection =>
  sort === 'name' || sort === 'email' || sort === 'role' ? 'ASC' : 'DESC';

/** The view sorted by a column; a column that sorts already turns around. */
export const sortedBy = (view: UsersView, sort: UserSortField): UsersView => ({
  ...view,
  sort,
  direction: view.sort === sort ? (view.direction === 'ASC' ? 'DESC' : 'ASC') : firstDirection(sort),
  page: 1,
});

/** The first and last user of a page, counted from 1; 0 and 0 where there is none. */
export const pageSpan = (page: number, total: number): { readonly from: number; readonly to: number } => {
  const from = (page - 1) * usersPage + 1;
  return total < from ? { from: 0, to: 0 } : { from, to: Math.min(total, from + usersPage - 1) };
};

export const lastPage = (total: number): number => Math.max(1, Math.ceil(total / usersPage));
