import type { endpoints } from '@holdall/contract/endpoints';

export type Endpoints = typeof endpoints;

/**
 * Method and path of each call of the contract, without its schemas: those would bring the whole schema
 * library into the page. The compiler holds this table to the contract's.
 */
export const routes = {
  browseFolder: { method: 'GET', path: '/api/browse/folders/{id}' },
  cancelUpload: { method: 'DELETE', path: '/api/upload/chunks/{name}' },
  createFolder: { method: 'POST', path: '/api/create-folder' },
  getConfig: { method: 'GET', path: '/api/config' },
  getItem: { method: 'GET', path: '/api/items/{id}' },
  getTranslations: { method: 'GET', path: '/translations/{locale}' },
  getUser: { method: 'GET', path: '/api/user' },
  signIn: { method: 'POST', path: '/api/login' },
  signOut: { method: 'POST', path: '/logout' },
  updateUserSettings: { method: 'PATCH', path: '/api/user/settings' },
  upload: { method: 'POST', path: '/api/upload' },
  uploadChunk: { method: 'POST', path: '/api/upload/chunks' },
  uploadStatus: { method: 'GET', path: '/api/upload/chunks/{name}' },
} as const satisfies { readonly [Name in keyof Endpoints]?: Pick<Endpoints[Name], 'method' | 'path'> };

export type RouteName = keyof typeof routes;

/** Values of a path or a query by their names. */
export type AddressParts = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The address of a call, with `{names}` of its path and the query filled in. */
export const addressOf = (name: RouteName, params: AddressParts = {}, query: AddressParts = {}): string => {
  const path = routes[name].path.replace(/\{(\w+)\}/g, (_match, key: string) =>
    encodeURIComponent(String(params[key])),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.set(key, String(value));
  return search.size > 0 ? `${path}?${search}` : path;
};
