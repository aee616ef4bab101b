import type { SortDirection, TrashSortField } from '@holdall/contract/page';

/** Order of a listing; only the trash is sorted by `deleted_at`. */
export interface FilesSearch {
  readonly sort?: TrashSortField | undefined;
  readonly dir?: SortDirection | undefined;
  /** An item to select and scroll to. */
  readonly select?: string | undefined;
  /** A file to preview over the listing. */
  readonly preview?: string | undefined;
}

/** A folder that stands for the top of an account. */
export interface FilesTop {
  readonly id: string;
  readonly name: string;
  readonly emoji: string | null;
  readonly color: string | null;
  /** Items directly in it. */
  readonly items: number;
}

/** The path of Files. On a page of a link it is below the link, and its top is the shared folder. */
let filesPlace: { readonly path: string; readonly top: FilesTop | undefined } = {
  path: '/platform/files',
  top: undefined,
};

/** Has Files be elsewhere, as long as this page is there. */
export const setFilesPlace = (place: typeof filesPlace): void => {
  filesPlace = place;
};

/** The folder that all others are in; undefined for the account itself. */
export const filesTop = (): FilesTop | undefined => filesPlace.top;

/** The link that a path belongs to, by the part of the path that names it; undefined for the pages of people. */
export const linkOf = (pathname: string): string | undefined =>
  /^\/(?:share|request)\/[^/]+/.exec(pathname)?.[0];

const withSearch = (path: string, values: Readonly<Record<string, string | undefined>>): string => {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) if (value) search.set(key, value);
  return search.size > 0 ? `${path}?${search}` : path;
};

/** Addresses of the application (specification section 2); those that only their own section links are in `section-paths`. */
export const paths = {
  signIn: (search: { readonly redirect?: string } = {}) => withSearch('/', { redirect: search.redirect }),
  files: (id?: string | null, { sort, dir, select, preview }: FilesSearch = {}) =>
    withSearch(filesPlace.path + (id && id !== filesTop()?.id ? `/${encodeURIComponent(id)}` : ''), {
      sort,
      dir,
      select,
      preview,
    }),
  /** @param asked what is looked for, as the query of an address */
  search: (asked: string) => (asked === '' ? '/platform/search' : `/platform/search?${asked}`),
  latest: () => '/platform/recent-uploads',
  shared: ({ sort, dir }: FilesSearch = {}) => withSearch('/platform/my-shared-items', { sort, dir }),
  trash: (id?: string | null, { sort, dir, select, preview }: FilesSearch = {}) =>
    withSearch(id ? `/platform/trash/${encodeURIComponent(id)}` : '/platform/trash', {
      sort,
      dir,
      select,
      preview,
    }),
  profile: () => '/user/profile',
  dashboard: () => '/admin/dashboard',
};

/** The same page with one value of its query changed; undefined takes it away. */
export const withQuery = (
  { pathname, search }: { readonly pathname: string; readonly search: string },
  name: 'preview' | 'select' | 'edit',
  value: string | undefined,
): string => {
  const query = new URLSearchParams(search);
  if (value === undefined) query.delete(name);
  else query.set(name, value);
  return query.size > 0 ? `${pathname}?${query}` : pathname;
};

/**
 * Returns the destination after sign-in: `redirect` if it is a path of this site, else Files. Refuses paths that a
 * browser would read as another host (`//host`, `/\host`, `javascript:`).
 */
export const safeRedirect = (redirect: string | null, origin: string): string => {
  const fallback = paths.files();
  if (!redirect || !/^\/(?![/\\])/.test(redirect)) return fallback;
  if (!URL.canParse(redirect, origin)) return fallback;
  const url = new URL(redirect, origin);
  if (url.origin !== origin || url.pathname === '/' || url.pathname.startsWith('//')) return fallback;
  return url.pathname + url.search + url.hash;
};
