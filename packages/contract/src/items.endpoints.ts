import type { Route } from './endpoint.ts';

/** Endpoints that find and change items. */
export const itemEndpoints = {
  addFavourites: { method: 'POST', path: '/api/folders/favourites' },
  authorizeChannel: { method: 'POST', path: '/broadcasting/auth' },
  browseNavigation: { method: 'GET', path: '/api/browse/navigation' },
  cancelUpload: { method: 'DELETE', path: '/api/upload/chunks/{name}' },
  copyItems: { method: 'POST', path: '/api/copy' },
  createFolder: { method: 'POST', path: '/api/create-folder' },
  download: { method: 'GET', path: '/api/files/{id}/content' },
  emptyTrash: { method: 'DELETE', path: '/api/trash/dump', override: true },
  getThumbnail: { method: 'GET', path: '/api/thumbnails/{id}/{size}' },
  moveItems: { method: 'POST', path: '/api/move' },
  orderFavourites: { method: 'PATCH', path: '/api/folders/favourites' },
  prepareZip: { method: 'POST', path: '/api/zip' },
  removeFavourite: { method: 'DELETE', path: '/api/folders/favourites/{id}', override: true },
  removeItems: { method: 'POST', path: '/api/remove' },
  renameItem: { method: 'PATCH', path: '/api/rename/{id}', override: true },
  restoreItems: { method: 'POST', path: '/api/trash/restore' },
  search: { method: 'GET', path: '/api/search' },
  undo: { method: 'POST', path: '/api/undo' },
  upload: { method: 'POST', path: '/api/upload' },
  uploadChunk: { method: 'POST', path: '/api/upload/chunks' },
  uploadStatus: { method: 'GET', path: '/api/upload/chunks/{name}' },
  zip: { method: 'GET', path: '/api/zip' },
} as const satisfies Readonly<Record<string, Route>>;
