import { categories } from '#shared/lib/categories.ts';
import type { ListingSource } from './listing-source.ts';

/** The values of each filter in an address, besides none. */
export const searchFilters = {
  type: ['folder', ...categories],
  modified: ['today', '7d', '30d', 'year'],
  size: ['small', 'medium', 'large', 'huge'],
} as const;
type Filters = typeof searchFilters;
export type FilterName = keyof Filters;

/** The terms of a search. */
export type SearchTerms = { readonly [Name in FilterName]?: Filters[Name][number] | undefined } & {
  /** Empty if there are no words. */
  readonly words: string;
  /** True if the trash is searched. */
  readonly inTrash: boolean;
};

/** The longest search text, in characters. */
export const longestWords = 255;

const oneOf = <Value extends string>(values: readonly Value[], given: string | null): Value | undefined =>
  values.find((value) => value === given);

/** Parses the search of an address; unknown values are ignored. */
export const termsFrom = (search: string): SearchTerms => {
  const query = new URLSearchParams(search);
  return {
    words: (query.get('q') ?? '').trim().slice(0, longestWords).trim(),
    type: oneOf(searchFilters.type, query.get('type')),
    modified: oneOf(searchFilters.modified, query.get('modified')),
    size: oneOf(searchFilters.size, query.get('size')),
    inTrash: query.get('in') === 'trash',
  };
};

/** Formats search terms as the query of an address. */
export const askedFor = ({ words, type, modified, size, inTrash }: SearchTerms): string => {
  const query = new URLSearchParams();
  if (words !== '') query.set('q', words);
  for (const [name, value] of Object.entries({ type, modified, size }))
    if (value !== undefined) query.set(name, value);
  if (inTrash) query.set('in', 'trash');
  return query.toString();
};

export const isFiltered = ({ type, modified, size }: SearchTerms): boolean =>
  [type, modified, size].some((value) => value !== undefined);

export const searchSource = (terms: SearchTerms): ListingSource => ({
  kind: 'search',
  asked: askedFor(terms),
});
