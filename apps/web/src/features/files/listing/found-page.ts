import { itemEndpoints } from '@holdall/contract/items.endpoints';
import type { Endpoints } from '@holdall/contract/endpoints';
import type { AnswersOf } from '@holdall/contract/endpoint';
import type { Category } from '@holdall/contract/files';
import { call } from '#shared/api/client.ts';
import type { Entry, Page } from '../entry.ts';
import { termsFrom, type SearchTerms } from './search-terms.ts';

type Answer = AnswersOf<Endpoints['search']>;
type Found = Answer['files']['data'][number];

/** Limits of results by kind: together as many as a page of any listing holds. */
const limits = { all: 250, one: 500 } as const;

const megabyte = 1_000_000;

/** Days before this one that a filter reaches back. */
const daysBack = { today: 0, '7d': 6, '30d': 29 } as const;

/** Returns the earliest change that a filter admits, in the user's time zone; ISO 8601. */
const earliest = (modified: NonNullable<SearchTerms['modified']>, now: Date): string => {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const start = modified === 'year' ? new Date(year, 0, 1) : new Date(year, month, date - daysBack[modified]);
  return start.toISOString();
};

/** Bounds in bytes. */
const sizes = {
  small: { max_size: megabyte - 1 },
  medium: { min_size: megabyte, max_size: 100 * megabyte },
  large: { min_size: 100 * megabyte + 1 },
  huge: { min_size: 1_000 * megabyte + 1 },
} as const satisfies Record<NonNullable<SearchTerms['size']>, object>;

const kindOf = (
  type: SearchTerms['type'],
): { readonly type: 'all' | 'folder' | 'file'; readonly category?: Category } => {
  if (type === undefined) return { type: 'all' };
  return type === 'folder' ? { type } : { type: 'file', category: type };
};

/** The query that is sent to the server. */
export const queryOf = ({ words, type, modified, size }: SearchTerms, now = new Date()) => {
  const kind = kindOf(type);
  const between: { readonly min_size?: number; readonly max_size?: number } = size ? sizes[size] : {};
  return {
    query: words,
    ...kind,
    limit: kind.type === 'all' ? limits.all : limits.one,
    ...(modified !== undefined && { modified_after: earliest(modified, now) }),
    ...between,
  };
};

const entryOf = ({ data, meta }: Found): Entry => {
  const { id, name } = meta.ancestors.at(-1) ?? {};
  const location = { data: id === undefined || name === undefined ? null : { id, name } };
  return { ...data, relationships: { ...data.relationships, location } };
};

/** Returns the results as the only page of a listing, folders first: those in the trash, or the others. */
const pageOfFound = (found: Answer, { inTrash }: SearchTerms, limit: number): Page => {
  const shown = ({ data }: Answer['files']): Entry[] =>
    data.filter(({ meta }) => meta.trashed === inTrash).map(entryOf);
  const [folders, files] = [shown(found.folders), shown(found.files)];
  const entries = [...folders, ...files];
  const all = found.folders.data.length + found.files.data.length;
  return {
    entries,
    root: null,
    meta: {
      total: entries.length,
      offset: 0,
      limit,
      folders: folders.length,
      files: files.length,
      size: files.reduce((sum, { attributes }) => sum + (attributes.size ?? 0), 0),
      ancestors: [],
      ...(inTrash && { trashed: true }),
    },
    elsewhere: all - entries.length,
    more: !found.folders.complete || !found.files.complete,
  };
};

const nothing: Answer = { folders: { data: [], complete: true }, files: { data: [], complete: true } };

/** Returns the results of the search in an address. */
export const findPage = async (asked: string, signal: AbortSignal): Promise<Page> => {
  const terms = termsFrom(asked);
  const query = queryOf(terms);
  const answer = terms.words === '' ? nothing : await call(itemEndpoints.search, { query, signal });
  return pageOfFound(answer, terms, query.limit);
};
