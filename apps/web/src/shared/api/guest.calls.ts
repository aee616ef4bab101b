import { callsOf, type GuestCalls } from './client.ts';
import type { CallRoute, CallTable, Endpoints } from './routes.ts';

/** Calls of people with an account, and their counterparts for guests of a link, by the names of the contract. */
interface Pairs {
  readonly browseFolder: 'browseSharedFolder';
  readonly browseNavigation: 'browseSharedNavigation';
  readonly cancelUpload: 'cancelSharedUpload';
  readonly createFolder: 'createSharedFolder';
  readonly getItem: 'getSharedItem';
  readonly moveItems: 'moveSharedItems';
  readonly prepareZip: 'prepareSharedZip';
  readonly removeItems: 'removeSharedItems';
  readonly renameItem: 'renameSharedItem';
  readonly search: 'searchShare';
  readonly undo: 'undoShared';
  readonly upload: 'uploadShared';
  readonly uploadChunk: 'uploadSharedChunk';
  readonly uploadStatus: 'sharedUploadStatus';
  readonly zip: 'zipShared';
}

/** The compiler holds each to its endpoint in the contract. */
export const guestForms = {
  browseFolder: { method: 'GET', path: '/api/browse/folders/{id}/{token}' },
  browseNavigation: { method: 'GET', path: '/api/browse/navigation/{token}' },
  cancelUpload: { method: 'DELETE', path: '/api/upload/chunks/{name}/{token}' },
  createFolder: { method: 'POST', path: '/api/editor/create-folder/{token}' },
  getItem: { method: 'GET', path: '/api/items/{id}/{token}' },
  moveItems: { method: 'POST', path: '/api/editor/move/{token}' },
  prepareZip: { method: 'POST', path: '/api/zip/{token}' },
  removeItems: { method: 'POST', path: '/api/editor/remove/{token}' },
  renameItem: { method: 'PATCH', path: '/api/editor/rename/{id}/{token}', overridden: true },
  search: { method: 'GET', path: '/api/search/{token}' },
  undo: { method: 'POST', path: '/api/editor/undo/{token}' },
  upload: { method: 'POST', path: '/api/editor/upload/{token}' },
  uploadChunk: { method: 'POST', path: '/api/editor/upload/{token}/chunks' },
  uploadStatus: { method: 'GET', path: '/api/upload/chunks/{name}/{token}' },
  zip: { method: 'GET', path: '/api/zip/{token}' },
} as const satisfies {
  readonly [Name in keyof Pairs]: Pick<Endpoints[Pairs[Name]], 'method' | 'path'> & CallRoute;
};

/** Returns how a page of a link makes the calls that have a form for guests. */
export const guestFormsOf = (token: string): GuestCalls['formOf'] => {
  const forms = new Map(
    Object.entries<CallRoute>(guestForms).map(([name, form]) => [
      name,
      { ...form, path: form.path.replace('{token}', encodeURIComponent(token)) },
    ]),
  );
  return (name) => forms.get(name);
};

const table = {
  openShare: { method: 'GET', path: '/api/browse/share/{token}' },
  unlockShare: { method: 'POST', path: '/api/browse/authenticate/{token}' },
} as const satisfies CallTable;

/** Calls that let guests of a link in. */
export const guestCall = callsOf(table);
