import { stringFilters } from './string-filters.ts';
import type { StringFilter } from '@holdall/contract/admin-languages';

/** Which texts are shown, as the address has it. */
export interface TextsView {
  /** Tag of the language; undefined: none is chosen. */
  readonly language: string | undefined;
  readonly filter: StringFilter;
  readonly search: string;
  /** From 1. */
  readonly page: number;
}

/** Texts of a page. */
export const textsPage = 50;
export const longestSearch = 200;

/** Reads the view from the address's query; whatever is none is left out. */
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

/** The query of an address that shows the view. */
export const textsQueryOf = ({ language, filter, search, page }: TextsView): string => {
  const values = new URLSearchParams();
  if (language !== undefined) values.set('language', language);
  if (filter !== 'all') values.set('filter', filter);
  if (search.trim() !== '') values.set('search', search.trim());
  if (page !== 1) values.set('page', String(page));
  return values.size > 0 ? `?${values}` : '';
};

/** Which texts of how many a page shows. */
export const spanOf = (page: number, total: number): { from: number; to: number; total: number } => {
  const from = (page - 1) * textsPage + 1;
  return total < from
    ? { from: 0, to: 0, total }
    : { from, to: Math.min(total, from + textsPage - 1), total };
};

export const lastPage = (total: number): number => Math.max(1, Math.ceil(total / textsPage));
