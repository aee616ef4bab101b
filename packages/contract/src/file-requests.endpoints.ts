import type { Route } from './endpoint.ts';

/** Endpoints of requests for files: of their owners, and of guests who send files. */
export const fileRequestEndpoints = {
  cancelRequestedUpload: { method: 'DELETE', path: '/api/request/{token}/upload/chunks/{name}' },
  createFileRequest: { method: 'POST', path: '/api/file-requests' },
  deleteFileRequest: { method: 'DELETE', path: '/api/file-requests/{token}' },
  finishFileRequest: { method: 'POST', path: '/api/request/{token}/done' },
  getFileRequestQr: { method: 'GET', path: '/api/file-requests/{token}/qr' },
  listFileRequests: { method: 'GET', path: '/api/file-requests' },
  openFileRequest: { method: 'GET', path: '/api/request/{token}' },
  requestedUploadStatus: { method: 'GET', path: '/api/request/{token}/upload/chunks/{name}' },
  updateFileRequest: { method: 'PATCH', path: '/api/file-requests/{token}' },
  uploadRequested: { method: 'POST', path: '/api/request/{token}/upload' },
  uploadRequestedBatch: { method: 'POST', path: '/api/request/{token}/upload/batch' },
  uploadRequestedChunk: { method: 'POST', path: '/api/request/{token}/upload/chunks' },
} as const satisfies Readonly<Record<string, Route>>;
