import type { endpoints } from '@holdall/contract/endpoints';

export type Endpoints = typeof endpoints;

/** How a call is made, without its schemas: those would bring the whole schema library into the page. */
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

/** What Files and the frame call. Other sections bring tables of their own, with `callsOf`. */
export const routes = {
  addFavourites: { method: 'POST', path: '/api/folders/favourites' },
  authorizeChannel: { method: 'POST', path: '/broadcasting/auth' },
  browseFolder: { method: 'GET', path: '/api/browse/folders/{id}' },
  browseLatest: { method: 'GET', path: '/api/browse/latest' },
  browseNavigation: { method: 'GET', path: '/api/browse/navigation' },
  browseShared: { method: 'GET', path: '/api/browse/share' },
  browseTrash: { method: 'GET', path: '/api/browse/trash/{id}' },
  cancelUpload: { method: 'DELETE', path: '/api/upload/chunks/{name}' },
  createFolder: { method: 'POST', path: '/api/create-folder' },
  emptyTrash: { method: 'DELETE', path: '/api/trash/dump', overridden: true },
  getConfig: { method: 'GET', path: '/api/config' },
  getItem: { method: 'GET', path: '/api/items/{id}' },
  getStorage: { method: 'GET', path: '/api/user/storage' },
  getTranslations: { method: 'GET', path: '/translations/{locale}' },
  getUser: { method: 'GET', path: '/api/user' },
  moveItems: { method: 'POST', path: '/api/move' },
  orderFavourites: { method: 'PATCH', path: '/api/folders/favourites' },
  prepareZip: { method: 'POST', path: '/api/zip' },
  removeFavourite: { method: 'DELETE', path: '/api/folders/favourites/{id}', overridden: true },
  removeItems: { method: 'POST', path: '/api/remove' },
  renameItem: { method: 'PATCH', path: '/api/rename/{id}', overridden: true },
  restoreItems: { method: 'POST', path: '/api/trash/restore' },
  search: { method: 'GET', path: '/api/search' },
  signIn: { method: 'POST', path: '/api/login' },
  signOut: { method: 'POST', path: '/logout' },
  undo: { method: 'POST', path: '/api/undo' },
  updateUserSettings: { method: 'PATCH', path: '/api/user/settings', overridden: true },
  upload: { method: 'POST', path: '/api/upload' },
  uploadChunk: { method: 'POST', path: '/api/upload/chunks' },
  uploadStatus: { method: 'GET', path: '/api/upload/chunks/{name}' },
  zip: { method: 'GET', path: '/api/zip' },
} as const satisfies CallTable;

type RouteName = keyof typeof routes;

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

export const addressOf = (name: RouteName, params?: AddressParts, query?: AddressParts): string =>
  addressIn(routes[name], params, query);
