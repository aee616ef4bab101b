import type { Route } from './endpoint.ts';

/** Endpoints of the first load: they are called before any other part of the page is there. */
export const appEndpoints = {
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
  updateUserSettings: { method: 'PATCH', path: '/api/user/settings', override: true },
} as const satisfies Readonly<Record<string, Route>>;
