import type { Route } from './endpoint.ts';

/** Endpoints of guests who have a link: those of signed-in people with the link’s token in their path. */
export const guestEndpoints = {
  browseSharedFolder: { method: 'GET', path: '/api/browse/folders/{id}/{token}' },
  browseSharedNavigation: { method: 'GET', path: '/api/browse/navigation/{token}' },
  cancelSharedUpload: { method: 'DELETE', path: '/api/upload/chunks/{name}/{token}' },
  copySharedItems: { method: 'POST', path: '/api/editor/copy/{token}' },
  createSharedFolder: { method: 'POST', path: '/api/editor/create-folder/{token}' },
  downloadShared: { method: 'GET', path: '/api/files/{id}/content/{token}' },
  downloadSharedVersion: {
    method: 'GET',
    path: '/api/editor/versions/{id}/{version}/content/{token}',
  },
  getSharedItem: { method: 'GET', path: '/api/items/{id}/{token}' },
  getSharedThumbnail: { method: 'GET', path: '/api/thumbnails/{id}/{size}/{token}' },
  listSharedVersions: { method: 'GET', path: '/api/editor/versions/{id}/{token}' },
  moveSharedItems: { method: 'POST', path: '/api/editor/move/{token}' },
  openShare: { method: 'GET', path: '/api/browse/share/{token}' },
  prepareSharedZip: { method: 'POST', path: '/api/zip/{token}' },
  removeSharedItems: { method: 'POST', path: '/api/editor/remove/{token}' },
  renameSharedItem: { method: 'PATCH', path: '/api/editor/rename/{id}/{token}', override: true },
  restoreSharedVersion: {
    method: 'POST',
    path: '/api/editor/versions/{id}/{version}/restore/{token}',
  },
  searchShare: { method: 'GET', path: '/api/search/{token}' },
  sharedUploadStatus: { method: 'GET', path: '/api/upload/chunks/{name}/{token}' },
  undoShared: { method: 'POST', path: '/api/editor/undo/{token}' },
  unlockShare: { method: 'POST', path: '/api/browse/authenticate/{token}' },
  uploadShared: { method: 'POST', path: '/api/editor/upload/{token}' },
  uploadSharedBatch: { method: 'POST', path: '/api/editor/upload/{token}/batch' },
  uploadSharedChunk: { method: 'POST', path: '/api/editor/upload/{token}/chunks' },
  zipShared: { method: 'GET', path: '/api/zip/{token}' },
} as const satisfies Readonly<Record<string, Route>>;
