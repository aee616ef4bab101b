import type { endpoints } from '@holdall/contract/endpoints';

export type Endpoints = typeof endpoints;

/** The route of a call without its schemas: those would bring the whole schema library into the page. */
export interface CallRoute {
  readonly method: Endpoints[keyof Endpoints]['method'];
  readonly path: string;
  /** Goes as POST with `_method` in its body, as the specification has it (section 7). */
  readonly overridden?: true;
}

/** Calls by their names in the contract; the compiler holds each to its endpoint there. */
export type CallTable = {
  readonly [Name in keyof Endpoints]?: Pick<Endpoints[Name], 'method' | 'path'> & CallRoute;
};

/** Routes of the first load of Files. All else brings tables of its own, with `callsOf`. */
export const routes = {
  browseFolder: { method: 'GET', path: '/api/browse/folders/{id}' },
  browseLatest: { method: 'GET', path: '/api/browse/latest' },
  browseShared: { method: 'GET', path: '/api/browse/share' },
  browseTrash: { method: 'GET', path: '/api/browse/trash/{id}' },
  getConfig: { method: 'GET', path: '/api/config' },
  getItem: { method: 'GET', path: '/api/items/{id}' },
  getStorage: { method: 'GET', path: '/api/user/storage' },
  getTranslations: { method: 'GET', path: '/translations/{locale}' },
  getUser: { method: 'GET', path: '/api/user' },
  signOut: { method: 'POST', path: '/logout' },
  updateUserSettings: { method: 'PATCH', path: '/api/user/settings', overridden: true },
} as const satisfies CallTable;

/** Values of a path or a query by their names. */
export type AddressParts = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The address of a call, with `{names}` of its path and the query filled in. */
export const addressIn = (
  { path: pattern }: Pick<CallRoute, 'path'>,
  params: AddressParts = {},
  query: AddressParts = {},
): string => {
  const path = pattern.replace(/\{(\w+)\}/g, (_match, key: string) =>
    encodeURIComponent(String(params[key])),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.set(key, String(value));
  return search.size > 0 ? `${path}?${search}` : path;
};
