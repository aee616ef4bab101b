import { stringFilters } from './string-filters.ts';
import type { StringFilter } from '@holdall/contract/admin-languages';

/** The view of the texts, as the address stores it. */
export interface TextsView {
  /** Tag of the language; undefined where none is selected. */
  readonly language: string | undefined;
  readonly filter: StringFilter;
  readonly search: string;
  /** Page, counted from 1. */
  readonly page: number;
}

/** Texts per page. */
export const textsPage = 50;
export const longestSearch = 200;

/** Parses the view from the address's query; invalid values are dropped. */
export const textsViewFrom = (query: string): TextsView => {
  const values = new URLSearchParams(query);
  const page = Number(values.get('page') ?? 1);
  return {
    language: values.get('language') ?? undefined,
    filter: stringFilters.find((name) => name === values.get('filter')) ?? 'all',
    search: (values.get('search') ?? '').slice(0, longestSearch),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
};

/** Returns the query string of an address that shows the view. */
export const textsQueryOf = ({ language, filter, search, page }: TextsView): string => {
  const values = new URLSearchParams();
  if (language !== undefined) values.set('language', language);
  if (filter !== 'all') values.set('filter', filter);
  if (search.trim() !== '') values.set('search', search.trim());
  if (page !== 1) values.set('page', String(page));
  return values.size > 0 ? `?${values}` : '';
};

/** Returns the range of texts on a page, and their total. */
export const spanOf = (page: number, total: number): { from: number; to: number; total: number } => {
  const from = (page - 1) * textsPage + 1;
  return total < from
    ? { from: 0, to: 0, total }
    : { from, to: Math.min(total, from + textsPage - 1), total };
};

export const lastPage = (total: number): number => Math.max(1, Math.ceil(total / textsPage));
